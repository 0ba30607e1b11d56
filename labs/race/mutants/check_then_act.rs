//! Looks at the balance, lets go of the lock, and takes the money later.
//!
//! Fails: `the_same_money_is_spent_once`.

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
        if self.balance(from) < amount {
            return Err(Overdrawn);
        }
        let mut lower = self.hold(from.min(to));
        let mut higher = (from != to).then(|| self.hold(from.max(to)));
        if let Some(higher) = &mut higher {
            let (payer, payee) = if from < to {
                (&mut *lower, &mut **higher)
            } else {
                (&mut **higher, &mut *lower)
            };
            *payer = payer.wrapping_sub(amount);
            *payee = payee.wrapping_add(amount);
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
        let held: Vec<_> =
            (0..self.accounts.len()).map(|a| self.hold(a)).collect();
        held.iter().map(|balance| **balance).sum()
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
