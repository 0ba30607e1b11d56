//! A future that is never awaited: the log line is never written.

async fn log(line: &str) {
    println!("{line}");
}

async fn handle() {
    log("request received");
}

fn main() {
    drop(handle());
}
