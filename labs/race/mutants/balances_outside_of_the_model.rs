//! Keeps balances out of the model's sight, and a lock for show. Fails:
//! `every_step_of_the_bank_is_one_that_the_model_checker_sees`.

use std::sync::atomic::{AtomicU64 as Balance, Ordering};

use crate::Overdrawn;
use crate::sync::Mutex;

/// Accounts with a balance each, used by many threads at once.
pub struct Bank {
    accounts: Vec<Balance>,
    transfers: Balance,
    seen: Mutex<()>,
}

impl Bank {
    pub fn new(balances: &[u64]) -> Self {
        Bank {
            accounts: balances.iter().copied().map(Balance::new).collect(),
            transfers: Balance::new(0),
            seen: Mutex::new(()),
        }
    }

    fn be_seen(&self) {
        drop(self.seen.lock().unwrap());
    }

    pub fn transfer(
        &self,
        from: usize,
        to: usize,
        amount: u64,
        journal: impl FnOnce(),
    ) -> Result<(), Overdrawn> {
        self.be_seen();
        let balance = self.accounts[from].load(Ordering::SeqCst);
        let rest = balance.checked_sub(amount).ok_or(Overdrawn)?;
        self.accounts[from].store(rest, Ordering::SeqCst);
        self.deposit(to, amount);
        let transfers = self.transfers.load(Ordering::SeqCst);
        self.transfers.store(transfers + 1, Ordering::SeqCst);
        journal();
        Ok(())
    }

    pub fn deposit(&self, account: usize, amount: u64) {
        self.be_seen();
        let balance = self.accounts[account].load(Ordering::SeqCst);
        self.accounts[account].store(balance + amount, Ordering::SeqCst);
    }

    pub fn total(&self) -> u64 {
        self.be_seen();
        self.accounts.iter().map(|a| a.load(Ordering::SeqCst)).sum()
    }

    pub fn balance(&self, account: usize) -> u64 {
        self.be_seen();
        self.accounts[account].load(Ordering::SeqCst)
    }

    pub fn transfers(&self) -> u64 {
        self.be_seen();
        self.transfers.load(Ordering::SeqCst)
    }
}
