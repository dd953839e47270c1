//! What a request's changes carry from the request to their transactions, without being passed by every function in between: a check, and
//! where they come from.
//!
//! The check is that whoever began the request may still make its changes. A request is authorized before its body is read, and a body may
//! take minutes. The extractor that authorizes it sets the check, and [`Db::write`](super::Db::write) runs it in the transaction of each
//! change. Work that goes on in a task of its own has no check.
//!
//! The [`Source`] is what the audit record tells about the request. Work in a task of its own keeps it when it is started with [`sourced`].

use std::sync::{Arc, OnceLock};

use core_wasm::account::Role;

use super::Tx;
use crate::error::Result;

/// Fails when the caller may not make a change any more.
pub(super) type Check = Arc<dyn Fn(&Tx<'_>) -> Result<()> + Send + Sync>;

/// Where changes come from: the request that makes them.
#[derive(Debug)]
pub(crate) struct Source {
    /// The network of the client's address: `203.0.113.0/24`. Never the whole address.
    pub(crate) network: String,
    /// The id of the request, which the log has, too.
    pub(crate) request: String,
    /// The account that makes it, with its role when the request began.
    account: OnceLock<(String, Role)>,
    /// Whether it only reads, and is of nobody who is logged in.
    is_visitor: bool,
}

impl Source {
    /// A request from this network, with this id, of nobody yet. `is_visitor` says that it only reads, and has no session.
    pub(crate) fn new(network: String, request: String, is_visitor: bool) -> Self {
        Self { network, request, account: OnceLock::new(), is_visitor }
    }

    /// The role that this account had when the request began; `None` when the request is not known to be of this account.
    pub(crate) fn role_of(&self, user_id: &str) -> Option<Role> {
        self.account.get().filter(|(id, _)| id == user_id).map(|(_, role)| *role)
    }
}

tokio::task_local! {
    static CHECK: Arc<OnceLock<Check>>;
    static SOURCE: Arc<Source>;
}

/// Runs a request, whose changes can then be guarded, and come from `source`.
pub(crate) async fn guarded<F: Future>(source: Source, request: F) -> F::Output {
    SOURCE.scope(Arc::new(source), CHECK.scope(Arc::default(), request)).await
}

/// Says which account makes this request, and in which role; the first one stays. Outside a request it does nothing.
pub(crate) fn made_by(user_id: &str, role: Role) {
    let _ = SOURCE.try_with(|source| source.account.set((user_id.to_owned(), role)));
}

/// Lets work that goes on in a task of its own come from the request that starts it.
pub(crate) fn sourced<F: Future>(work: F) -> impl Future<Output = F::Output> {
    let source = source();
    async move {
        match source {
            Some(source) => SOURCE.scope(source, work).await,
            None => work.await,
        }
    }
}

/// Where the changes of the present request come from; `None` outside a request.
pub(super) fn source() -> Option<Arc<Source>> {
    SOURCE.try_with(Arc::clone).ok()
}

/// Whether the present request only reads, and is of nobody who is logged in.
pub(super) fn is_visitor() -> bool {
    SOURCE.try_with(|source| source.is_visitor).unwrap_or(false)
}

/// Sets the check of this request's changes; the first one stays. Outside a request it does nothing.
pub(crate) fn guard(check: impl Fn(&Tx<'_>) -> Result<()> + Send + Sync + 'static) {
    let _ = CHECK.try_with(|slot| slot.set(Arc::new(check)));
}

/// The check of the present request.
pub(super) fn present() -> Option<Check> {
    CHECK.try_with(|slot| slot.get().cloned()).ok().flatten()
}
