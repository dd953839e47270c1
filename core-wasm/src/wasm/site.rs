//! Bindings of the slice `site`.
