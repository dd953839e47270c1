//! What a request's changes are checked against when they are made: that whoever began the request may still make them.
//!
//! A request is authorized before its body is read, and a body may take minutes. The extractor that authorizes it sets the check, and
//! [`Db::write`](super::Db::write) runs it in the transaction of each change. Work that goes on in a task of its own has no check.

use std::sync::{Arc, OnceLock};

use super::Tx;
use crate::error::Result;

/// Fails when the caller may not make a change any more.
pub(super) type Check = Arc<dyn Fn(&Tx<'_>) -> Result<()> + Send + Sync>;

tokio::task_local! {
    static CHECK: Arc<OnceLock<Check>>;
}

/// Runs a request, whose changes can then be guarded.
pub(crate) async fn guarded<F: Future>(request: F) -> F::Output {
    CHECK.scope(Arc::default(), request).await
}

/// Sets the check of this request's changes; the first one stays. Outside a request it does nothing.
pub(crate) fn guard(check: impl Fn(&Tx<'_>) -> Result<()> + Send + Sync + 'static) {
    let _ = CHECK.try_with(|slot| slot.set(Arc::new(check)));
}

/// The check of the present request.
pub(super) fn present() -> Option<Check> {
    CHECK.try_with(|slot| slot.get().cloned()).ok().flatten()
}
