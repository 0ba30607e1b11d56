//! Your bank. It is right as long as one thread uses it: make it right for all.

use crate::Overdrawn;
use crate::sync::atomic::{AtomicU64, Ordering};

/// Accounts with a balance each, used by many threads at once.
pub struct Bank {
    // TODO: two loads and two stores don't make a transfer. What has to be
    // held, for how long, so that no other thread sees half of it?
    accounts: Vec<AtomicU64>,
    transfers: AtomicU64,
}

impl Bank {
    /// Opens one account for each of the `balances`.
    pub fn new(balances: &[u64]) -> Self {
        Bank {
            accounts: balances.iter().copied().map(AtomicU64::new).collect(),
            transfers: AtomicU64::new(0),
        }
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
        // TODO: another thread may come between any two of these steps.
        let balance = self.accounts[from].load(Ordering::SeqCst);
        if balance < amount {
            return Err(Overdrawn);
        }
        self.accounts[from].store(balance - amount, Ordering::SeqCst);
        let balance = self.accounts[to].load(Ordering::SeqCst);
        self.accounts[to].store(balance + amount, Ordering::SeqCst);
        journal();
        let transfers = self.transfers.load(Ordering::SeqCst);
        self.transfers.store(transfers + 1, Ordering::SeqCst);
        Ok(())
    }

    /// Puts money into an account.
    pub fn deposit(&self, account: usize, amount: u64) {
        // TODO: another thread may come between the load and the store.
        let balance = self.accounts[account].load(Ordering::SeqCst);
        self.accounts[account].store(balance + amount, Ordering::SeqCst);
    }

    /// All the money in the bank at one moment.
    pub fn total(&self) -> u64 {
        // TODO: money on its way from one account to another is missed here,
        // or counted twice.
        self.accounts.iter().map(|a| a.load(Ordering::SeqCst)).sum()
    }

    /// What is in one account.
    pub fn balance(&self, account: usize) -> u64 {
        self.accounts[account].load(Ordering::SeqCst)
    }

    /// How many transfers were carried out, refused ones left out.
    pub fn transfers(&self) -> u64 {
        self.transfers.load(Ordering::SeqCst)
    }
}
