//! Saves locks: accounts 0 and 1 share one, 2 and 3, and so on. Fails:
//! `transfers_between_other_accounts_do_not_wait`.
//! Says: `have no account in common`.

use crate::Overdrawn;
use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::{Mutex, MutexGuard};

/// Accounts with a balance each, used by many threads at once.
pub struct Bank {
    pairs: Vec<Mutex<[u64; 2]>>,
    transfers: AtomicU64,
}

impl Bank {
    pub fn new(balances: &[u64]) -> Self {
        let pair = |two: &[u64]| {
            Mutex::new([two[0], two.get(1).copied().unwrap_or(0)])
        };
        Bank {
            pairs: balances.chunks(2).map(pair).collect(),
            transfers: AtomicU64::new(0),
        }
    }

    pub fn transfer(
        &self,
        from: usize,
        to: usize,
        amount: u64,
        journal: impl FnOnce(),
    ) -> Result<(), Overdrawn> {
        let mut lower = self.hold(from.min(to));
        let mut higher = (from / 2 != to / 2).then(|| self.hold(from.max(to)));
        let payer = match &mut higher {
            Some(higher) if from > to => &mut higher[from % 2],
            _ => &mut lower[from % 2],
        };
        *payer = payer.checked_sub(amount).ok_or(Overdrawn)?;
        match &mut higher {
            Some(higher) if from < to => higher[to % 2] += amount,
            _ => lower[to % 2] += amount,
        }
        journal();
        self.transfers.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    pub fn deposit(&self, account: usize, amount: u64) {
        self.hold(account)[account % 2] += amount;
    }

    pub fn total(&self) -> u64 {
        let held: Vec<_> =
            (0..self.pairs.len()).map(|pair| self.hold(2 * pair)).collect();
        held.iter().map(|pair| pair[0] + pair[1]).sum()
    }

    pub fn balance(&self, account: usize) -> u64 {
        self.hold(account)[account % 2]
    }

    pub fn transfers(&self) -> u64 {
        self.transfers.load(Ordering::Relaxed)
    }

    fn hold(&self, account: usize) -> MutexGuard<'_, [u64; 2]> {
        self.pairs[account / 2].lock().unwrap()
    }
}
