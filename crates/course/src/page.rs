//! What stands in the place of each marker.

pub(crate) mod claim;
pub(crate) mod doubt;
pub(crate) mod embed;
pub(crate) mod fact;
pub(crate) mod fit;
pub(crate) mod html;
pub(crate) mod machine;
pub(crate) mod outputs;
pub(crate) mod piece;
pub(crate) mod printed;
pub(crate) mod published;
pub(crate) mod refused;
pub(crate) mod relay;
pub(crate) mod sources;
pub(crate) mod status;
pub(crate) mod task;
pub(crate) mod untried;
