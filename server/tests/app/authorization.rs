//! Who may make which call: every call of the router by ten callers. A new call fails until it has a row here.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::json;

use crate::profile::account;
use crate::requests::calls;
use crate::signup;
use crate::timing::timed_race;
use crate::util::{Browser, PASSWORD, TestApp};

/// Who may make a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    /// Whoever asks.
    Everybody,
    /// Who has begun to sign up.
    SigningUp,
    /// Who has an account, for what is their own.
    Account,
    /// Timers and administrators.
    Timer,
    /// Timers, administrators and timing boxes.
    TimerOrKey,
    /// Timing boxes.
    Key,
    /// Phones with a link of the packet desk.
    Link,
    /// Timers, administrators and devices with the announcer's link.
    TimerOrLink,
    /// Administrators.
    Admin,
}

use Access::*;

/// The calls, by who may make them.
const ROWS: [(Access, &[&str]); 9] = [
    (
        Everybody,
        &[
            "GET /AllRacePages",
            "POST /acceptInvitation",
            "GET /clock",
            "GET /course",
            "POST /createTicket",
            "POST /forgotPassword",
            "GET /getAllPageRaces",
            "GET /getLiveTimes",
            "GET /getRaceCards",
            "GET /getRaceDates",
            "GET /health",
            "POST /invitation",
            "GET /leaderboard",
            "GET /leaderboard.csv",
            "GET /leaderboard.json",
            "GET /leaderboard/choices",
            "GET /leaderboard/records",
            "GET /embed/{RaceName}",
            "GET /live/{RaceName}",
            "GET /live/{RaceName}/versions",
            "GET /liveFilters",
            "GET /liveRaces",
            "POST /login",
            "POST /logout",
            "GET /media/{raceID}/{publicID}",
            "POST /passkeyLogin",
            "POST /passkeyLogin/options",
            "POST /photos/{RaceName}/photo/{photoID}/remove",
            "GET /photos/{RaceName}/runner/{bib}",
            "GET /profile/{Username}",
            "GET /race-media/{RaceName}",
            "GET /race/{RaceName}",
            "GET /raceDaySearch/{RaceName}",
            "GET /raceDaySearch/{RaceName}/day",
            "GET /raceLeague",
            "GET /raceLeague/{year}/runners/{publicID}",
            "GET /raceMap",
            "GET /raceWinners",
            "POST /resetPassword",
            "POST /resetPassword/check",
            "DELETE /push/{RaceName}",
            "GET /push/key",
            "PUT /push/{RaceName}",
            "GET /results/{RaceName}",
            "GET /results/{RaceName}/awards",
            "GET /runnerPhotos/{raceID}/{publicID}",
            "GET /unsubscribe",
            "POST /unsubscribe",
            "PUT /unsubscribe",
            "POST /unsubscribe/link",
            "POST /ticketPicture",
            "POST /ticketPictures",
            "POST /ticketReply",
            "POST /ticketStatus",
            "GET /verify/{code}",
            "GET /verify/{code}/{file}",
            "POST /verifyRacer",
        ],
    ),
    (
        SigningUp,
        &["POST /createAccount", "POST /resendVerification", "GET /signup", "GET /usernameAvailable", "POST /verifyEmail"],
    ),
    (
        Account,
        &[
            "DELETE /account",
            "GET /account/export",
            "GET /account/ticketPictures/{pictureID}",
            "DELETE /changeEmail",
            "POST /changeEmail",
            "PUT /changeEmail",
            "PUT /changePassword",
            "GET /checkLogin",
            "POST /claimResults",
            "GET /follows/{RaceName}",
            "PUT /follows/{RaceName}",
            "GET /myResults",
            "GET /passkeys",
            "POST /passkeys",
            "POST /passkeys/options",
            "DELETE /passkeys/{id}",
            "GET /profile",
            "PUT /profile",
            "DELETE /profile/picture",
            "PUT /profile/picture",
            "PUT /profileTitle",
            "DELETE /sessions",
            "GET /sessions",
            "DELETE /sessions/{id}",
            "PUT /updatePrivacy",
        ],
    ),
    (
        Timer,
        &[
            "GET /packets/{RaceName}",
            "POST /packets/{RaceName}/links",
            "DELETE /packets/{RaceName}/links/{id}",
            "PUT /packets/{RaceName}/places",
            "GET /timing/{RaceName}",
            "GET /timing/{RaceName}/checks",
            "GET /timing/{RaceName}/corrections",
            "POST /timing/{RaceName}/corrections",
            "DELETE /timing/{RaceName}/corrections/{id}",
            "GET /timing/{RaceName}/entrantChanges",
            "POST /timing/{RaceName}/entrantChanges/{id}/undo",
            "GET /timing/{RaceName}/entrantSearch",
            "POST /timing/{RaceName}/entrants",
            "GET /timing/{RaceName}/entrants.csv",
            "DELETE /timing/{RaceName}/entrants/{bib}",
            "PUT /timing/{RaceName}/entrants/{bib}",
            "POST /timing/{RaceName}/keys",
            "DELETE /timing/{RaceName}/keys/{id}",
            "GET /timing/{RaceName}/listPreviews/{id}",
            "GET /timing/{RaceName}/listPreviews/{id}/refused.csv",
            "GET /timing/{RaceName}/marks",
            "GET /timing/{RaceName}/mylaps",
            "PUT /timing/{RaceName}/mylaps",
            "GET /timing/{RaceName}/pulls",
            "PUT /timing/{RaceName}/pulls",
            "GET /timing/{RaceName}/runners",
            "GET /timing/{RaceName}/runners/{bib}",
            "GET /timing/{RaceName}/runs",
            "POST /timing/{RaceName}/runs",
            "DELETE /timing/{RaceName}/runs/{run}",
            "PUT /timing/{RaceName}/setup",
            "GET /timing/{RaceName}/unknownTags",
        ],
    ),
    (
        TimerOrKey,
        &[
            "GET /timing/{RaceName}/entrants",
            "PUT /timing/{RaceName}/entrants",
            "PUT /timing/{RaceName}/entrants/{bib}/status",
            "PUT /timing/{RaceName}/gun",
            "POST /timing/{RaceName}/guns",
        ],
    ),
    (Key, &["POST /timing/{RaceName}/reads"]),
    (TimerOrLink, &["GET /announcer/{RaceName}"]),
    (Link, &["POST /packets/{RaceName}/actions", "GET /packets/{RaceName}/list"]),
    (
        Admin,
        &[
            "GET /ageGrades",
            "GET /auditLog",
            "GET /auditLog.csv",
            "GET /auditLog/seal",
            "POST /auditLog/seal",
            "PUT /ageGrades",
            "GET /courseFiles/{RaceName}",
            "PUT /courseFiles/{RaceName}",
            "DELETE /courseFiles/{RaceName}",
            "POST /courseFiles/{RaceName}/restore",
            "GET /announcements/{RaceName}",
            "POST /announcements/{RaceName}",
            "POST /announcements/{RaceName}/preview",
            "POST /announcements/{RaceName}/test",
            "GET /announcements/{RaceName}/{announcementID}",
            "POST /announcements/{RaceName}/{announcementID}/stop",
            "GET /claims",
            "PUT /claims/{resultID}/{userID}",
            "DELETE /createDraft",
            "GET /createDraft",
            "PUT /createDraft",
            "POST /createPage",
            "DELETE /deletePage",
            "GET /deletedRaces",
            "POST /duplicatePage",
            "GET /invitations",
            "POST /invitations",
            "DELETE /invitations/{invitationID}",
            "PUT /pageVisibility",
            "GET /people",
            "PUT /people/policy",
            "PUT /people/{userID}/role",
            "DELETE /people/{userID}/sessions",
            "GET /photos/{RaceName}",
            "PUT /photos/{RaceName}/camera",
            "GET /photos/{RaceName}/list",
            "POST /photos/{RaceName}/match",
            "DELETE /photos/{RaceName}/photo/{photoID}",
            "PUT /photos/{RaceName}/photo/{photoID}/bibs",
            "POST /photos/{RaceName}/photo/{photoID}/restore",
            "POST /photos/{RaceName}/uploads",
            "DELETE /photos/{RaceName}/uploads/{hash}",
            "GET /photos/{RaceName}/uploads/{hash}",
            "PUT /photos/{RaceName}/uploads/{hash}",
            "GET /raceLeague/decisions",
            "POST /raceLeague/decisions",
            "DELETE /raceLeague/decisions/{decisionID}",
            "GET /raceLeague/{year}/settings",
            "PUT /raceLeague/{year}/settings",
            "GET /raceLeague/{year}/suggestions",
            "POST /restoreRace",
            "POST /restoreSection",
            "POST /results/import",
            "GET /results/import/{id}",
            "GET /results/import/{id}/refused.csv",
            "PUT /results/{RaceName}/awards",
            "GET /results/{RaceName}/open",
            "POST /results/{RaceName}/publish",
            "POST /results/{RaceName}/unpublish",
            "GET /results/{RaceName}/video",
            "PUT /results/{RaceName}/video",
            "GET /sectionHistory/{RaceName}",
            "GET /ticketMails",
            "DELETE /ticketMails/{mailID}",
            "GET /tickets",
            "GET /tickets/{ticketId}",
            "PUT /tickets/{ticketId}",
            "POST /tickets/{ticketId}/pictures",
            "GET /tickets/{ticketId}/pictures/{pictureID}/{width}",
            "POST /tickets/{ticketId}/replies",
            "POST /tickets/{ticketId}/join",
            "PUT /tickets/{ticketId}/writing",
            "POST /ticketsStatus",
            "GET /savedReplies",
            "POST /savedReplies",
            "PUT /savedReplies/{id}",
            "DELETE /savedReplies/{id}",
            "PUT /updateAboutDirectionsText",
            "PUT /updateCommunityPartners",
            "PUT /updateContentSections",
            "PUT /updateCourse2Text",
            "PUT /updateCourse3Text",
            "PUT /updateHeaderText",
            "PUT /updateInteractiveFeatures",
            "PUT /updatePrizeImages/{race}",
            "PUT /updateRaceCard/{raceName}",
            "PUT /updateRaceMedia",
            "PUT /{race}/memory-images",
        ],
    ),
];

/// The callers, each with what it may do.
const CALLERS: [(&str, &[Access]); 9] = [
    ("nobody", &[Everybody]),
    ("somebody who is signing up", &[Everybody, SigningUp]),
    ("a user", &[Everybody, Account]),
    ("a timer", &[Everybody, Account, Timer, TimerOrKey, TimerOrLink]),
    ("an administrator", &[Everybody, Account, Timer, TimerOrKey, TimerOrLink, Admin]),
    ("an expired session", &[Everybody]),
    ("a session that was logged out", &[Everybody]),
    ("a user whose readable cookie says administrator", &[Everybody, Account]),
    ("an administrator who has just become a user", &[Everybody]),
];

/// The callers in the order of [`CALLERS`].
async fn callers(app: &TestApp, mut ada: Browser) -> Vec<Browser> {
    let mut ulf = app.with_user().await;
    let mut expired = account(app, "exp", "", "", "").await;
    expired.get("/api/checkLogin").await.ok();
    let end = "UPDATE sessions SET expires_at = 1 WHERE user_id = (SELECT id FROM users WHERE username = 'exp')";
    app.app.db().write(move |tx| tx.execute(end, [])).await.unwrap();
    let mut logged_out = app.visitor();
    logged_out.login("ulf", PASSWORD).await.ok();
    let revoked = logged_out.clone();
    logged_out.post("/api/logout", &json!({})).await.ok();
    let mut forged = account(app, "fay", "", "", "").await;
    forged.cookies.insert("token".into(), ada.cookies["token"].clone());
    let demoted = app.with_account("dot", core_wasm::account::Role::Admin).await;
    let people = ada.get("/api/people?q=dot").await.ok().json();
    let id = people["items"][0]["userID"].as_str().unwrap().to_owned();
    ada.put(&format!("/api/people/{id}/role"), &json!({ "role": "user" })).await.ok();
    ulf.get("/api/checkLogin").await.ok();
    vec![app.visitor(), signup::begun(app).await, ulf, app.with_timer().await, ada, expired, revoked, forged, demoted]
}

#[tokio::test]
async fn every_call_is_open_to_its_callers_and_to_no_other() {
    let app = TestApp::init().await;
    let (ada, _) = timed_race(&app, "Spring Half").await;
    let callers = callers(&app, ada).await;
    let mut rows: BTreeMap<String, Access> = BTreeMap::new();
    for (access, calls) in ROWS {
        for call in calls {
            assert_eq!(rows.insert((*call).to_owned(), access), None, "{call} has two rows");
        }
    }
    for call in calls(&app).await {
        let row = format!("{} {}", call.method, call.template);
        let access = rows.remove(&row).unwrap_or_else(|| panic!("{row} has no row here: who may make it?"));
        for ((caller, may), browser) in CALLERS.iter().zip(&callers) {
            // It would end the session or the sign-up with which the next call is made; who may make it is seen by that a visitor may.
            if row == "POST /logout" && (may.contains(&Account) || may.contains(&SigningUp)) {
                continue;
            }
            let mut browser = browser.clone();
            let status = ask(&mut browser, &call.method, &call.path).await;
            let is_signed_in = may.contains(&Account);
            let what = format!("{row} by {caller}: {status}");
            if may.contains(&access) {
                assert!(status != 403 && (status != 401 || access == Everybody), "{what}");
            } else if is_signed_in && matches!(access, Timer | TimerOrKey | TimerOrLink | Admin) {
                assert_eq!(status, 403, "{what}");
            } else {
                assert_eq!(status, 401, "{what}");
            }
        }
    }
    assert!(rows.is_empty(), "these calls are not there any more: {:?}", rows.keys());
}

async fn ask(browser: &mut Browser, method: &Method, path: &str) -> u16 {
    let request = Request::builder().method(method.clone()).uri(path).header("content-type", "application/json");
    browser.send(request.body(Body::from("{}")).unwrap()).await.status.as_u16()
}

#[tokio::test]
async fn nobody_reaches_what_belongs_to_another_account() {
    let app = TestApp::init().await;
    let mut ulf = app.with_user().await;
    let mut eve = account(&app, "eve", "", "", "").await;
    let passkey = crate::passkeys::add(&mut ulf).await.id;
    let session = ulf.get("/api/sessions").await.ok().json()["sessions"][0]["id"].as_str().unwrap().to_owned();
    for (path, status) in [(format!("/api/sessions/{session}"), 404), (format!("/api/passkeys/{passkey}"), 404)] {
        eve.delete(&path, &json!({})).await.is(status);
    }
    ulf.get("/api/checkLogin").await.ok();
    assert_eq!(ulf.get("/api/passkeys").await.ok().json()["passkeys"].as_array().unwrap().len(), 1);
    for (path, status) in [(format!("/api/passkeys/{passkey}"), 200), (format!("/api/sessions/{session}"), 200)] {
        ulf.delete(&path, &json!({})).await.is(status);
    }
    ulf.get("/api/checkLogin").await.is(401);
}
