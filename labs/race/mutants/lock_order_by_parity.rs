//! Locks the even account first, whichever it is. Fails: `no_transfers_wait_for_each_other_for_ever`.
//! Says: `the threads wait for ever`.

use crate::Overdrawn;
use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::{Mutex, MutexGuard};

/// Accounts with a balance each, used by many threads at once.
pub struct Bank {
    accounts: Vec<Mutex<u64>>,
    // Belongs to no account, so no account's lock could protect it.
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
        // The lower number first, whoever pays: threads that agree on an
        // order can't wait for each other in a circle. A second lock on the
        // same account would wait for its own thread.
        let first = if from % 2 == 0 { from } else { to };
        let second = if from % 2 == 0 { to } else { from };
        let mut lower = self.hold(first);
        let mut higher = (from != to).then(|| self.hold(second));
        let (payer, payee) = match &mut higher {
            None => (&mut *lower, None),
            Some(higher) if first == from => (&mut *lower, Some(&mut **higher)),
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
        // All locks are held before the first balance is read.
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
        // Poisoned only if a journal panicked: the caller's bug, which this
        // bank neither repairs nor hides.
        self.accounts[account].lock().expect("no journal panics")
    }
}
