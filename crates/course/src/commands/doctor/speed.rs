//! What the doctor says of cores, the clock and the noise.

use std::time::Instant;

use measure::machine::usable_cores;
use measure::quiet::{QUIET_PERCENT, Quietness};
use measure::{show, stats};

use crate::commands::doctor::finding::{Finding, Grade, finding};

/// Runs of the calibration loop: a tenth of a second or so.
const LOOPS: usize = 60;

pub(crate) fn cores() -> Finding {
    let cores = usable_cores();
    let noun = if cores == 1 { "core" } else { "cores" };
    finding(
        format!("{cores} {noun} usable by this program"),
        cores > 1,
        "two threads never run at once: claims about parallel work can't be \
         told",
        "lift the affinity (taskset) or the container's quota",
    )
}

pub(crate) fn clock() -> Finding {
    let mut steps = Vec::new();
    for _ in 0..1000 {
        let start = Instant::now();
        let step = loop {
            let step = start.elapsed();
            if !step.is_zero() {
                break step;
            }
        };
        steps.push(step.as_secs_f64());
    }
    let step = stats::median(&steps).unwrap_or_default();
    finding(
        format!("the clock resolves {}", show::seconds(step)),
        step < 1e-6,
        "shorter times than this are noise",
        "none: the experiments repeat short work often enough",
    )
}

pub(crate) fn noise() -> Finding {
    let mut watch = Quietness::begin();
    for _ in 0..LOOPS {
        watch.calibrate();
    }
    match watch.end().0 {
        Some(percent) => finding(
            format!("quietness now: {percent:.0} % of the best speed"),
            percent >= QUIET_PERCENT,
            "claims about speed will say \"too close to tell\"",
            "close other programs, plug in the power supply, measure again",
        ),
        None => finding(
            "quietness unknown",
            false,
            "pages can't say how far to trust a number",
            "none needed",
        ),
    }
}

pub(crate) fn load() -> Finding {
    let load = std::fs::read_to_string("/proc/loadavg").ok();
    let load = load
        .as_deref()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    match load {
        Some(load) => finding(
            format!("load {load:.2} over the last minute"),
            load < usable_cores() as f64 / 2.0,
            "other programs compute: numbers will vary",
            "wait, or see with `top` who it is",
        ),
        None => Finding {
            what: "load unknown: this system has no /proc/loadavg".into(),
            grade: Grade::Good,
        },
    }
}
