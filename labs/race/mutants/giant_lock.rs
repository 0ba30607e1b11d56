//! One lock around the whole bank: right, and every transfer waits for all.
//!
//! Fails: `transfers_between_other_accounts_do_not_wait`.

use crate::Overdrawn;
use crate::sync::Mutex;

/// Accounts with a balance each, used by many threads at once.
pub struct Bank {
    books: Mutex<Books>,
}

struct Books {
    balances: Vec<u64>,
    transfers: u64,
}

impl Bank {
    /// Opens one account for each of the `balances`.
    pub fn new(balances: &[u64]) -> Self {
        let balances = balances.to_vec();
        Bank { books: Mutex::new(Books { balances, transfers: 0 }) }
    }

    /// Moves `amount` between two accounts, which may be the same one, and
    /// calls `journal` once while nobody else can use either of them. Moves
    /// nothing and calls nothing if `from` has less than `amount`.
    pub fn transfer(
        &self,
        from: usize,
        to: usize,
        amount: u64,
        journal: impl FnOnce(),
    ) -> Result<(), Overdrawn> {
        let mut books = self.books.lock().expect("no journal panics");
        let rest = books.balances[from].checked_sub(amount).ok_or(Overdrawn)?;
        books.balances[from] = rest;
        books.balances[to] += amount;
        books.transfers += 1;
        journal();
        Ok(())
    }

    /// Puts money into an account.
    pub fn deposit(&self, account: usize, amount: u64) {
        let mut books = self.books.lock().expect("no journal panics");
        books.balances[account] += amount;
    }

    /// All the money in the bank at one moment.
    pub fn total(&self) -> u64 {
        let books = self.books.lock().expect("no journal panics");
        books.balances.iter().sum()
    }

    /// What is in one account.
    pub fn balance(&self, account: usize) -> u64 {
        self.books.lock().expect("no journal panics").balances[account]
    }

    /// How many transfers were carried out, refused ones left out.
    pub fn transfers(&self) -> u64 {
        self.books.lock().expect("no journal panics").transfers
    }
}
