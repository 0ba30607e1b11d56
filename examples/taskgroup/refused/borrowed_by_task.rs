//! A task that borrows from the function that spawned it.

fn spawn(_: impl Future<Output = ()> + Send + 'static) {}

async fn fetch(address: &str) {
    println!("{address}");
}

fn main() {
    let address = String::from("127.0.0.1:80");
    spawn(fetch(&address));
}
