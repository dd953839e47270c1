//! `PUT /updateCommunityPartners`

use axum::extract::{Request, State};
use core_wasm::editor::edit::{Edit, PartnersEdit, from_fields};
use core_wasm::race::Partner;

use super::Desk;
use super::edit::{self, Asked, Change, Refused, Saved};
use super::pictures;
use crate::account::Admin;
use crate::described::PartnersForm;
use crate::error::{RefusalWith, Result};
use crate::http::extract::Query;
use crate::http::upload::{self, Upload};

/// Change the sponsors of a page.
#[utoipa::path(put, path = "/updateCommunityPartners", tag = "editor",
    params(Asked),
    request_body(content = PartnersForm, content_type = "multipart/form-data", description = "RaceName, CommunityPartnersEnabled, CommunityPartnersData (JSON list of Link \
        and, for a sponsor that keeps its logo, keep: the position at which it stood); files communityPartnerImages, in order, for those without keep \
        (an empty file stands for a missing logo; without a file a sponsor keeps the logo of the one with its link); Versions as JSON text"),
    responses((status = 200, description = "How the page stands now", body = Saved),
        (status = 400, description = "fields says what is wrong with which"), (status = 401), (status = 403),
        (status = 404, description = "RACE_NOT_FOUND"), (status = 409, description = "EDIT_CONFLICT", body = RefusalWith<Refused>),
        (status = 413, description = "More than 50 MB")))]
pub(super) async fn update_community_partners(
    State(desk): State<Desk>,
    Admin(caller): Admin,
    Query(asked): Query<Asked>,
    request: Request,
) -> Result<Saved> {
    let Upload { texts, files } = upload::read(request, desk.images.spool()).await?;
    let form: PartnersEdit = from_fields(&texts)?;
    // The files are for the sponsors that do not keep a logo, in their order.
    let sent = form.community_partners_data.as_deref().unwrap_or_default();
    let open: Vec<usize> = (0..sent.len()).filter(|at| sent.get(*at).is_some_and(|partner| partner.keep.is_none())).collect();
    let place = |nth: usize| open.get(nth).copied().unwrap_or(nth);
    // An empty file means: no logo. If there is no file, a sponsor keeps the logo of the former sponsor with the same link.
    let blank: Vec<usize> = (0..)
        .zip(files.iter().filter(|file| file.field == "communityPartnerImages"))
        .filter(|(_, file)| file.file.is_none())
        .map(|(nth, _)| nth)
        .collect();
    let files = pictures::assign(files, |field, nth| {
        (field == "communityPartnerImages").then(|| (nth, format!("{field}.{}", place(nth))))
    })?;
    let change = Change::of(&form, None, &asked);
    let logos = pictures::clean_for(&desk, &caller, &change, files).await?;
    edit::save(&desk, &caller, asked, change, logos, move |race, logos| {
        form.apply(race);
        let partners = &mut race.community_partners.partners;
        for at in blank.iter().filter_map(|nth| open.get(*nth)) {
            if let Some(partner) = partners.get_mut(*at) {
                partner.image = None;
            }
        }
        for (nth, image) in logos {
            match open.get(*nth).and_then(|at| partners.get_mut(*at)) {
                Some(partner) => partner.image = Some(image),
                // A logo without an entry becomes a sponsor without a link, as when a page is created.
                None => partners.push(Partner { link: String::new(), image: Some(image) }),
            }
        }
        Ok(())
    })
    .await
}
