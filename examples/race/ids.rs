//! Names of the rows and of their further values, as rows, facts and claims
//! use them.

pub const RACY: &str = "racy";
pub const APART: &str = "racy/apart";
pub const CALL: &str = "racy/call";
pub const PLAIN: &str = "racy/plain";
pub const EXACT: &str = "exact";
pub const LOCKED: &str = "exact/locked";
pub const FETCH_ADD: &str = "exact/fetch_add";
pub const ADJACENT: &str = "exact/adjacent";
pub const PADDED: &str = "exact/padded";
pub const LOCAL: &str = "exact/local";
pub const FOLD: &str = "fold";
pub const MILLION: &str = "fold/million";
pub const BILLION: &str = "fold/billion";
pub const ACCOUNT: &str = "account";
pub const CHECKED_FIRST: &str = "account/checked_first";
pub const ONE_LOCK: &str = "account/one_lock";
pub const TRANSFER: &str = "transfer";
pub const AS_GIVEN: &str = "transfer/as_given";
pub const IN_ORDER: &str = "transfer/in_order";
pub const MODEL: &str = "model";

/// Programs of the model that are right in every order.
pub const MENDED: [&str; 4] =
    ["model/fetch_add", "model/locked", "model/one_lock", "model/in_order"];

/// Programs of the model that some order breaks.
pub const WRONG: [&str; 3] =
    ["model/lost", "model/checked_first", "model/as_given"];

pub const RESULT: &str = "result";
pub const EXPECTED: &str = "expected";
pub const LOST_PERCENT: &str = "lost_percent";
/// Nanoseconds of an increment.
pub const NS: &str = "ns";
pub const ACCOUNTS: &str = "accounts";
pub const STUCK: &str = "stuck";
/// Orders in which a program of the model goes wrong.
pub const WRONG_ORDERS: &str = "wrong";
pub const STEPS: &str = "steps";
/// 1 where the model has tried all orders there are.
pub const ENDED: &str = "ended";
