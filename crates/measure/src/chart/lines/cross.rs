//! Where two lines cross.

use super::{Lines, Series};
use crate::chart::axis::{Axis, Scale};

impl Lines {
    /// Where the first two lines cross for the first time: from there on the
    /// other one is the lower. A line is straight between its points as drawn,
    /// so that on logarithmic axes it follows a power.
    pub fn crossing(&self) -> Option<(f64, f64)> {
        let [first, second, ..] = self.series.as_slice() else {
            return None;
        };
        let first = placed(first, &self.x, &self.y);
        let second = placed(second, &self.x, &self.y);
        let mut xs: Vec<f64> =
            first.iter().chain(&second).map(|p| p.0).collect();
        xs.sort_by(f64::total_cmp);
        let apart = |x| Some(at(&first, x)? - at(&second, x)?);
        let known: Vec<_> = xs
            .into_iter()
            .filter_map(|x| Some((x, apart(x)?)))
            .filter(|(_, apart)| *apart != 0.0)
            .collect();
        let ends =
            known.windows(2).find(|w| (w[0].1 < 0.0) != (w[1].1 < 0.0))?;
        let (from, to) = (ends[0], ends[1]);
        let x = from.0 + (to.0 - from.0) * from.1 / (from.1 - to.1);
        let y = at(&first, x)?;
        Some((back(&self.x, x), back(&self.y, y)))
    }
}

/// The points in the coordinates in which the line is straight.
fn placed(series: &Series, x: &Axis, y: &Axis) -> Vec<(f64, f64)> {
    let forth = |axis: &Axis, value: f64| {
        axis.places(value).then(|| match axis.scale {
            Scale::Linear => value,
            Scale::Log => value.ln(),
        })
    };
    let points = series.points.iter();
    points.filter_map(|p| forth(x, p.0).zip(forth(y, p.1))).collect()
}

fn back(axis: &Axis, value: f64) -> f64 {
    match axis.scale {
        Scale::Linear => value,
        Scale::Log => value.exp(),
    }
}

fn at(points: &[(f64, f64)], x: f64) -> Option<f64> {
    if let Some(point) = points.iter().find(|point| point.0 == x) {
        return Some(point.1);
    }
    let part = points.windows(2).find(|w| w[0].0 < x && x < w[1].0)?;
    let along = (x - part[0].0) / (part[1].0 - part[0].0);
    Some(part[0].1 + along * (part[1].1 - part[0].1))
}
