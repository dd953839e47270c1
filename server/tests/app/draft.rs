//! Drafts of the Create Race form, stored on the server for each administrator.

use serde_json::json;

use crate::util::{TestApp, two_directors};

#[tokio::test]
async fn a_draft_is_stored_for_its_administrator() {
    let (app, mut ada, mut ben) = two_directors().await;
    ada.get("/api/createDraft").await.is(204);
    let form = json!({ "Race": "Half fin", "Rules": ["one"], "somethingNew": true });
    let kept = ada.put("/api/createDraft", &json!({ "form": form, "revision": 1 })).await.ok().json();
    assert_eq!((&kept["revision"], &kept["savedAt"]), (&json!(1), &json!("2027-06-01T08:00:00.000-04:00")));
    app.clock.advance(1000);
    ada.put("/api/createDraft", &json!({ "form": { "Race": "Half finished" }, "revision": 2 })).await.ok();
    let back = ada.get("/api/createDraft").await.is(200).json();
    assert_eq!((&back["form"], &back["revision"]), (&json!({ "Race": "Half finished" }), &json!(2)));
    assert_eq!(back["savedAt"], "2027-06-01T08:00:01.000-04:00");
    ben.get("/api/createDraft").await.is(204);
    ben.put("/api/createDraft", &json!({ "form": {}, "revision": 1 })).await.ok();
    ada.delete("/api/createDraft", &json!({})).await.is(204);
    ada.get("/api/createDraft").await.is(204);
    ben.get("/api/createDraft").await.is(200);
    ada.delete("/api/createDraft", &json!({})).await.is(204);
}

#[tokio::test]
async fn an_older_draft_does_not_replace_a_newer_one() {
    let (_app, mut ada, _) = two_directors().await;
    ada.put("/api/createDraft", &json!({ "form": { "Race": "three" }, "revision": 3 })).await.ok();
    for late in [2, 3] {
        let refused = ada.put("/api/createDraft", &json!({ "form": { "Race": "late" }, "revision": late })).await.is(409);
        assert_eq!(refused.code(), "DRAFT_NEWER");
        let refused = refused.json();
        assert_eq!(refused["message"], "A newer draft of this form is on the server.");
        assert_eq!((&refused["form"], &refused["revision"]), (&json!({ "Race": "three" }), &json!(3)));
        assert!(refused["savedAt"].is_string());
    }
    ada.put("/api/createDraft", &json!({ "form": { "Race": "four" }, "revision": 4 })).await.ok();
    assert_eq!(ada.get("/api/createDraft").await.ok().json()["form"]["Race"], "four");
}

#[tokio::test]
async fn a_draft_needs_an_administrator_and_has_a_limit() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let (mut visitor, mut ulf) = (app.visitor(), app.with_user().await);
    for (who, status) in [(&mut visitor, 401), (&mut ulf, 403)] {
        who.get("/api/createDraft").await.is(status);
        who.put("/api/createDraft", &json!({ "form": {}, "revision": 1 })).await.is(status);
        who.delete("/api/createDraft", &json!({})).await.is(status);
    }
    ada.put("/api/createDraft", &json!({ "form": "text", "revision": 1 })).await.is(400);
    ada.put("/api/createDraft", &json!({ "form": { "About": "x".repeat(3_000_000) }, "revision": 1 })).await.is(413);
}
