//! The table of age grades: loaded by an administrator, as no table is part of the program.

use axum::Json;
use axum::extract::State;
use core_wasm::audit::{About, Event};
use core_wasm::results::age_grade::{self, AgeStandard};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Results, versions};
use crate::account::Admin;
use crate::audit::{self, Actor};
use crate::db::{self, Tx, params};
use crate::error::Result;

/// The table of age grades that is loaded.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AgeTable {
    /// How many lines it has; 0 while none is loaded.
    lines: i64,
    /// What it holds, as a sentence; empty while none is loaded.
    summary: String,
}

fn loaded(tx: &Tx<'_>) -> Result<AgeTable> {
    let lines = tx.query_all("SELECT gender, age, length_mm FROM age_standards", params![], |row| {
        let age = u32::try_from(row.get::<i64>(1)?).unwrap_or_default();
        Ok(AgeStandard { gender: row.get(0)?, age, metres: versions::metres(row.get(2)?), ..AgeStandard::default() })
    })?;
    let summary = if lines.is_empty() { String::new() } else { age_grade::summary(&lines) };
    Ok(AgeTable { lines: versions::number_of(lines.len()), summary })
}

/// Tell which table of age grades is loaded.
#[utoipa::path(get, path = "/ageGrades", tag = "results", security(("session" = ["admin"])), responses((status = 200, body = AgeTable)))]
pub(super) async fn show(State(results): State<Results>, _: Admin) -> Result<Json<AgeTable>> {
    Ok(Json(results.db.read(loaded).await?))
}

/// Load a table of age grades in place of the one before: CSV with the columns metres, sex, age, `open_standard_s` and factor.
#[utoipa::path(
    put,
    path = "/ageGrades",
    tag = "results",
    security(("session" = ["admin"])),
    request_body(content = String, content_type = "text/csv"),
    responses((status = 200, body = AgeTable), (status = 400, description = "A line can't be read"))
)]
pub(super) async fn put(State(results): State<Results>, Admin(caller): Admin, text: String) -> Result<Json<AgeTable>> {
    let lines = age_grade::read(&text)?;
    let (actor, now) = (Actor::from(&caller), results.clock.now_ms());
    let table = results.db.write(move |tx| {
        let before = loaded(tx)?;
        tx.execute("DELETE FROM age_standards", params![])?;
        let mut added = tx.rows(
            "INSERT INTO age_standards (gender, age, length_mm, open_ms, factor_millionths) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (gender, age, length_mm) DO NOTHING",
        )?;
        for line in &lines {
            let [metres, open, factor] = [line.metres, line.open_seconds, line.factor * 1000.0].map(versions::length);
            added.add(params![line.gender, i64::from(line.age), metres, open, factor])?;
        }
        added.finish()?;
        let after = loaded(tx)?;
        let [before, facts] = [&before, &after].map(|table| serde_json::json!({ "lines": table.lines, "table": table.summary }));
        audit::record(tx, now, &actor, Event::AgeTableLoaded, About { id: "main", name: db::FILE }, &before, &facts)?;
        Ok(after)
    });
    Ok(Json(table.await?))
}
