//! What stands in the place of each marker.

pub(crate) mod embed;
pub(crate) mod fit;
pub(crate) mod html;
pub(crate) mod names;
pub(crate) mod outputs;
pub(crate) mod piece;
pub(crate) mod refused;
pub(crate) mod relay;
pub(crate) mod sources;
pub(crate) mod status;
pub(crate) mod untried;
