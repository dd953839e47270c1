//! Certificates: their codes, which only this installation can make, their check, and the drawing as PDF and PNG.
//!
//! A code names a line of a version, which never changes, and carries a signature; so nothing is stored for it.

mod draw;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use core_wasm::dates::DEFAULT_ZONE;
use core_wasm::results::certificate::{self, Certificate, Check, Verified};
use core_wasm::results::words;
use core_wasm::site::noscript;
use core_wasm::timing::setup::Ranking;
use ring::hmac;

use super::Results;
use super::runner::{self, Found};
use crate::account::Viewer;
use crate::db::{Db, Tx};
use crate::error::{Error, Result};
use crate::http::answer::PRIVATE;
use crate::http::extract::Path;
use crate::ids::sha256;
use crate::privacy::Eyes;

/// How many bytes of the signature a code has: 96 bits.
const SIGNATURE: usize = 12;
/// What a code names: a version and a position, eight and four bytes.
const NAMED: usize = 12;
/// Must be increased when the drawing changes.
const DRAWING_VERSION: u32 = 2;
/// A certificate never changes.
const CACHE: &str = "public, max-age=3600";

/// Makes and reads the codes of certificates.
#[derive(Clone)]
pub(crate) struct Certificates {
    key: hmac::Key,
}

impl Certificates {
    /// Reads the signing key, made at the first start.
    pub(super) async fn open(db: &Db) -> Result<Self> {
        let key = crate::secrets::key(db, "certificate-key").await?;
        Ok(Self { key: hmac::Key::new(hmac::HMAC_SHA256, &key) })
    }

    /// The code of the line at a position of a version.
    pub(super) fn code(&self, version: i64, position: i64) -> String {
        let position = u32::try_from(position).unwrap_or(u32::MAX);
        let mut bytes = [version.to_be_bytes().as_slice(), &position.to_be_bytes()].concat();
        let signature = hmac::sign(&self.key, &bytes);
        bytes.extend(signature.as_ref().iter().take(SIGNATURE));
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Checks a code.
    ///
    /// # Errors
    /// When the database can't be read.
    pub(crate) fn check(&self, tx: &Tx<'_>, eyes: &Eyes, code: &str) -> Result<Verified> {
        let Some((version, position)) = self.read(code) else {
            return Ok(Verified { message: Check::Altered.message(DEFAULT_ZONE), ..Verified::default() });
        };
        checked(tx, eyes, version, position)
    }

    /// The version and position that a code names; `None` when its signature is not of this installation.
    fn read(&self, code: &str) -> Option<(i64, i64)> {
        let bytes = URL_SAFE_NO_PAD.decode(code).ok()?;
        let (named, signature) = bytes.split_at_checked(NAMED)?;
        let expected = hmac::sign(&self.key, named);
        let equal: bool = subtle::ConstantTimeEq::ct_eq(expected.as_ref().get(..SIGNATURE)?, signature).into();
        let (version, position) = named.split_at_checked(8)?;
        let version = i64::from_be_bytes(version.try_into().ok()?);
        let position = u32::from_be_bytes(position.try_into().ok()?);
        equal.then_some((version, i64::from(position)))
    }
}

/// Check the code of a certificate: whether the site made it, what it says, and whether the results still say so.
#[utoipa::path(
    get,
    path = "/verify/{code}",
    tag = "results",
    params(("code" = String, Path)),
    responses((status = 200, body = Verified))
)]
pub(super) async fn verify(State(results): State<Results>, viewer: Viewer, Path(code): Path<String>) -> Result<Json<Verified>> {
    Ok(Json(results.db.read(move |tx| results.certificates.check(tx, &viewer.eyes(tx)?, &code)).await?))
}

fn checked(tx: &Tx<'_>, eyes: &Eyes, version: i64, position: i64) -> Result<Verified> {
    let taken_back = |zone| Verified { genuine: true, message: Check::TakenBack.message(zone), ..Verified::default() };
    let Some(found) = runner::at_position(tx, eyes, version, position)? else { return Ok(taken_back(DEFAULT_ZONE)) };
    if found.is_hidden() {
        let message = Check::Private.message(found.version.zone);
        return Ok(Verified { genuine: true, message, ..Verified::default() });
    }
    let certificate = written(tx, &found)?;
    let zone = found.version.zone;
    let now = runner::find(tx, eyes, &found.version.race_id, &found.runner.line.public_id)?;
    let (check, page) = match &now {
        None => (Check::TakenBack, String::new()),
        Some(now) => {
            let page = noscript::result_path(&now.line());
            let same = now.version.id == found.version.id || written(tx, now)? == certificate;
            (if same { Check::Current } else { Check::Corrected(now.version.published_at) }, page)
        }
    };
    Ok(Verified { genuine: true, current: check == Check::Current, message: check.message(zone), certificate, page })
}

/// What the certificate of a line says.
fn written(tx: &Tx<'_>, found: &Found) -> Result<Option<Certificate>> {
    let line = found.line();
    let counts = runner::placed(tx, found.version.id, &line.gender, &line.age_group)?;
    Ok(certificate::of(&line, found.version.ranking == Ranking::Gun, counts))
}

/// Give a certificate as a page to keep: `certificate.pdf` or `certificate.png`.
#[utoipa::path(
    get,
    path = "/verify/{code}/{file}",
    tag = "results",
    params(("code" = String, Path), ("file" = String, Path, description = "certificate.pdf or certificate.png")),
    responses(
        (status = 200, description = "The certificate", content((Vec<u8> = "application/pdf"), (Vec<u8> = "image/png"))),
        (status = 404, description = "No such certificate"),
        (status = 410, description = "The results do not say so any more")
    )
)]
pub(super) async fn file(
    State(results): State<Results>,
    viewer: Viewer,
    Path((code, file)): Path<(String, String)>,
) -> Result<Response> {
    let missing = || Error::say(StatusCode::NOT_FOUND, words::NO_SUCH_CERTIFICATE);
    let (kind, pdf) = match file.as_str() {
        "certificate.pdf" => ("application/pdf", true),
        "certificate.png" => ("image/png", false),
        _ => return Err(missing()),
    };
    let (version, position) = results.certificates.read(&code).ok_or_else(missing)?;
    let found = results.db.read(move |tx| {
        let eyes = viewer.eyes(tx)?;
        let found = runner::at_position(tx, &eyes, version, position)?.filter(|found| !found.is_hidden());
        let Some(found) = found else { return Ok(None) };
        let Verified { current, message, .. } = checked(tx, &eyes, version, position)?;
        if !current {
            return Err(Error::refused(StatusCode::GONE, "NOT_CURRENT", message));
        }
        Ok(written(tx, &found)?.map(|certificate| (certificate, found.mine)))
    });
    let (certificate, mine) = found.await?.ok_or_else(missing)?;
    let address = format!("{}/verify/{code}", results.config.site_url());
    let site = results.config.site_name.clone();
    let tag = sha256(format!("certificate {DRAWING_VERSION} {kind} {site} {address} {certificate:?}"));
    let bytes = results.drawings.get(&tag, move || {
        let drawing = draw::sheet(&certificate, &site, &address)?;
        if pdf { drawing.pdf() } else { drawing.png(2) }
    });
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(if mine { PRIVATE } else { CACHE }));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    let disposition = if pdf { "attachment; filename=\"certificate.pdf\"" } else { "inline; filename=\"certificate.png\"" };
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static(disposition));
    Ok((headers, bytes.await?).into_response())
}
