//! `PUT /photos/{RaceName}/photo/{photoID}/bibs`: a person says whose photo it is.

use axum::Json;
use axum::extract::State;
use core_wasm::audit::Event;
use core_wasm::photos::assign;
use core_wasm::photos::matching::{Found, Source};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Photos;
use super::list::{self, ListedPhoto};
use super::matching::Basis;
use super::store::{self, List};
use crate::audit;
use crate::db::params;
use crate::error::Result;
use crate::http::extract;
use crate::race::ByAdmin;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Assigned {
    /// Whose photo it is; an empty list says that nobody can be recognized, and null that the program finds out again.
    #[schema(required)]
    bibs: Option<Vec<String>>,
}

/// Say whose photo it is. Matching anew does not change it any more.
#[utoipa::path(
    put,
    path = "/photos/{RaceName}/photo/{photoID}/bibs",
    tag = "photos",
    security(("session" = ["admin"])),
    params(("RaceName" = String, Path), ("photoID" = String, Path)),
    request_body = Assigned,
    responses(
        (status = 200, description = "The photo as it is now", body = ListedPhoto),
        (status = 400, description = "The race has no such bib"),
        (status = 404, description = "No such photo")
    )
)]
pub(super) async fn assign(
    State(photos): State<Photos>,
    ByAdmin { race, actor }: ByAdmin,
    extract::Path(path): extract::Path<(String, String)>,
    extract::Json(Assigned { bibs }): extract::Json<Assigned>,
) -> Result<Json<ListedPhoto>> {
    let (_, id) = path;
    let bibs = bibs.map(assign::check).transpose()?;
    let finishes = photos.matcher.finishes(&race.id).await?;
    let now = photos.clock.now_ms();
    let assigned = photos.db.write(move |tx| {
        store::lock(tx, &race.id)?;
        let photo = store::of_race(tx, &race.id, &id)?;
        let basis = Basis::read(tx, &race, &finishes)?;
        let before = store::bibs(tx, photo.number)?;
        let found = match &bibs {
            Some(bibs) => {
                let mut unknown = Vec::new();
                for bib in bibs {
                    if !basis.has(tx, &race.id, bib)? {
                        unknown.push(bib.clone());
                    }
                }
                if !unknown.is_empty() {
                    return Err(assign::unknown(&unknown).into());
                }
                bibs.iter().map(|bib| Found { bib: bib.clone(), by: Source::Hand }).collect()
            }
            None => basis.decide(tx, &race.id, &photo.name, &photo.camera, photo.wall)?,
        };
        store::set_bibs(tx, &race.id, photo.number, &found)?;
        tx.execute("UPDATE photos SET by_hand = $1 WHERE number = $2", params![bibs.is_some(), photo.number])?;
        if photo.list != List::Removed {
            store::move_to(tx, &photo, List::of(found.len()))?;
        }
        let names = |found: &[Found]| found.iter().map(|found| found.bib.clone()).collect::<Vec<_>>();
        let facts = |bibs: Vec<String>| serde_json::json!({ "photo": photo.id, "bibs": bibs });
        audit::record(tx, now, &actor, Event::PhotosAssigned, race.about(), &facts(names(&before)), &facts(names(&found)))?;
        list::listed(tx, store::of_race(tx, &race.id, &id)?, race.zone)
    });
    Ok(Json(assigned.await?))
}
