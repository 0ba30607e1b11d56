//! Adds up the balances one lock at a time.
//!
//! Fails: `money_on_its_way_is_in_the_total_once`. Says: `were on their way`.

use crate::Overdrawn;
use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::{Mutex, MutexGuard};

/// Accounts with a balance each, used by many threads at once.
pub struct Bank {
    accounts: Vec<Mutex<u64>>,
    transfers: AtomicU64,
}

impl Bank {
    /// Opens one account for each of the `balances`.
    pub fn new(balances: &[u64]) -> Self {
        Bank {
            accounts: balances.iter().copied().map(Mutex::new).collect(),
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
        let mut lower = self.hold(from.min(to));
        let mut higher = (from != to).then(|| self.hold(from.max(to)));
        let (payer, payee) = match &mut higher {
            None => (&mut *lower, None),
            Some(higher) if from < to => (&mut *lower, Some(&mut **higher)),
            Some(higher) => (&mut **higher, Some(&mut *lower)),
        };
        let rest = payer.checked_sub(amount).ok_or(Overdrawn)?;
        if let Some(payee) = payee {
            *payer = rest;
            *payee += amount;
        }
        journal();
        // Nothing else is published through this number: no order is needed.
        self.transfers.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Puts money into an account.
    pub fn deposit(&self, account: usize, amount: u64) {
        *self.hold(account) += amount;
    }

    /// All the money in the bank at one moment.
    pub fn total(&self) -> u64 {
        (0..self.accounts.len()).map(|account| self.balance(account)).sum()
    }

    /// What is in one account.
    pub fn balance(&self, account: usize) -> u64 {
        *self.hold(account)
    }

    /// How many transfers were carried out, refused ones left out.
    pub fn transfers(&self) -> u64 {
        self.transfers.load(Ordering::Relaxed)
    }

    fn hold(&self, account: usize) -> MutexGuard<'_, u64> {
        self.accounts[account].lock().expect("no journal panics")
    }
}
