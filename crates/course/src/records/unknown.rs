//! Facts and claims that a chapter names and no experiment has.

use crate::chapter::directive::Directive;
use crate::chapter::name::Name;
use crate::chapter::plan::Plan;
use crate::records::runs::Run;
use crate::system::problem::Problem;
use crate::system::suggestion::suggestion;

/// Facts and claims of a chapter that no program knows: told before anything is
/// measured.
pub(crate) fn problems(plan: &Plan, runs: &[Run]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for item in plan.items() {
        let (what, name): (_, &Name) = match &item.directive {
            Directive::Fact(name) => ("fact", name),
            Directive::Claim(name) => ("claim", name),
            _ => continue,
        };
        // A program that is missing was reported already.
        let Some(run) = runs.iter().find(|run| run.call.slug == name.slug)
        else {
            continue;
        };
        let known = match what {
            "fact" => &run.listing.facts,
            _ => &run.listing.claims,
        };
        if known.iter().all(|known| known.name != name.name) {
            let known = known.iter().map(|known| known.name.as_str());
            problems.push(problem(what, name, known).placed(&item.place));
        }
    }
    problems
}

/// What to say of a fact or claim that its experiment doesn't have.
pub(crate) fn problem<'a>(
    what: &str,
    name: &Name,
    known: impl IntoIterator<Item = &'a str>,
) -> Problem {
    let Name { slug, name } = name;
    Problem::new(
        format!("experiment `{slug}` has no {what} `{name}`"),
        suggestion(name, known),
    )
}
