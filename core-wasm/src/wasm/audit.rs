//! Bindings of the slice `audit`, for the administrators' page.

use super::Ts;
use crate::audit::{self, AuditAction, AuditQuery, AuditSeal, NothingFound, SealWords};
use crate::error::FieldError;

exports! {
    /// The actions by which the record can be filtered, by their labels.
    auditActions() -> Vec<Ts<AuditAction>> = audit::actions();

    /// The problems of the filters in the address.
    auditCheck(query: Ts<AuditQuery>) -> Vec<Ts<FieldError>> = query.wanted().err().unwrap_or_default().0;

    /// What is said when no row is listed for this address.
    auditNothing(query: Ts<AuditQuery>) -> Ts<NothingFound> = audit::nothing_found(&query);

    /// Which rows are shown of how many; with `more` there are others that were not counted.
    auditCounted(page: u32, page_size: u32, shown: u32, total: u32, more: bool) -> String =
        audit::counted(page, page_size, shown, total, more);

    /// The words of the seal.
    auditSealWords(seal: Ts<AuditSeal>) -> Ts<SealWords> = audit::seal_words(&seal);
}
