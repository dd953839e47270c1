//! Bindings of the slice `account`.
