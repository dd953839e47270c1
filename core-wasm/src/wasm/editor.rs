//! Bindings of the slice `editor`.
