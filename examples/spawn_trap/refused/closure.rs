//! A job for another process must be data, and a closure is none.

/// Turns itself into bytes and can be built from them: what a process pool
/// asks of a job. `serde::Serialize` and `DeserializeOwned` say the same.
pub trait Message {
    fn to_bytes(&self) -> Vec<u8>;
}

impl Message for u64 {
    fn to_bytes(&self) -> Vec<u8> {
        self.to_le_bytes().to_vec()
    }
}

pub fn submit<J: Message>(job: J) -> Vec<u8> {
    job.to_bytes()
}

fn main() {
    let text = String::from("captured");
    submit(7);
    submit(move || text.len());
}
