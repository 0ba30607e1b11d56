//! Reads a rendered page: its links, its anchors and what should not be
//! there.

use std::cell::RefCell;
use std::collections::BTreeSet;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer,
    TokenizerOpts,
};

/// What a page holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct RenderedPage {
    /// Targets of links, pictures, styles and scripts.
    pub(crate) links: Vec<String>,
    /// What a link's `#…` can name.
    pub(crate) anchors: BTreeSet<String>,
    /// Markers outside of code.
    pub(crate) leftovers: Vec<String>,
}

/// Begins of markers, and mdbook-cmdrun's words for a failure.
const MARKERS: [&str; 2] = ["{{#", "**cmdrun error**"];

/// Elements whose text may hold anything.
const CODE: [&str; 4] = ["code", "pre", "script", "style"];

/// Reads the text of a page.
pub(crate) fn parse(text: &str) -> RenderedPage {
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from(text));
    let tokenizer = Tokenizer::new(Reader::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    let state = tokenizer.sink.0.into_inner();
    state.page
}

#[derive(Default)]
struct Reader(RefCell<State>);

#[derive(Default)]
struct State {
    page: RenderedPage,
    /// Text since the last tag or comment.
    text: String,
    /// How many elements of [`CODE`] are open.
    code: usize,
}

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let mut state = self.0.borrow_mut();
        match token {
            Token::CharacterTokens(text) => state.text.push_str(&text),
            Token::CommentToken(text) => {
                state.end_text();
                if text.trim_start().starts_with("cmdrun ") {
                    state.page.leftovers.push(format!("<!--{text}-->"));
                }
            }
            Token::TagToken(tag) => {
                state.end_text();
                return state.tag(&tag);
            }
            Token::EOFToken => state.end_text(),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl State {
    fn end_text(&mut self) {
        if self.code == 0 {
            for marker in MARKERS {
                if let Some(at) = self.text.find(marker) {
                    let line = self.text[at..].lines().next();
                    self.page.leftovers.extend(line.map(str::to_owned));
                }
            }
        }
        self.text.clear();
    }

    fn tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name = &*tag.name;
        let opens = tag.kind == TagKind::StartTag;
        if CODE.contains(&name) {
            self.code = match opens {
                true => self.code + usize::from(!tag.self_closing),
                false => self.code.saturating_sub(1),
            };
        }
        for attribute in &tag.attrs {
            let value = || attribute.value.to_string();
            match (name, &*attribute.name.local) {
                (_, "id") | ("a", "name") => {
                    self.page.anchors.insert(value());
                }
                ("a" | "link", "href")
                | ("img" | "script" | "iframe" | "source", "src") => {
                    self.page.links.push(value());
                }
                _ => {}
            }
        }
        match (name, opens) {
            ("script", true) => TokenSinkResult::RawData(RawKind::ScriptData),
            ("style", true) => TokenSinkResult::RawData(RawKind::Rawtext),
            ("title" | "textarea", true) => {
                TokenSinkResult::RawData(RawKind::Rcdata)
            }
            _ => TokenSinkResult::Continue,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_anchors_are_read_and_scripts_are_not() {
        let page = parse(
            "<h1 id=\"top-1\">a</h1><a href='b.html#c'>b</a><img src=d.png>\
             <script src=\"e.js\">'<a href=\"no\">{{#fact x.y}}'</script>",
        );
        assert_eq!(page.links, ["b.html#c", "d.png", "e.js"]);
        assert!(page.anchors.contains("top-1"));
        assert!(page.leftovers.is_empty());
    }

    #[test]
    fn markers_are_left_over_unless_they_are_code_or_were_made_harmless() {
        let left = |text| parse(text).leftovers;
        assert_eq!(left("<p>a {{#fact x.y}} b</p>"), ["{{#fact x.y}} b"]);
        assert_eq!(left("<!-- cmdrun ls -->"), ["<!-- cmdrun ls -->"]);
        assert_eq!(left("<pre><code>{{#fact x.y}}</code></pre>"), [""; 0]);
        assert_eq!(left("{{<!---->#fact x.y}}"), [""; 0]);
        assert_eq!(left("&lt;!-- cmdrun ls -->"), [""; 0]);
    }
}
