//! The refusals of a call that follow from its body, its path and its access rules.

use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{Content, OpenApi, PathItem, Ref, RefOr, Required, Response};
use utoipa_axum::router::OpenApiRouter;

/// The name of the security scheme for the session's cookie.
const SESSION: &str = "session";
/// The name of the security scheme for the timing key.
const TIMING_KEY: &str = "timingKey";
/// The name of the security scheme for a link of the day.
const PACKET_LINK: &str = "packetLink";
/// The name of the security scheme for somebody who is signing up.
const SIGNUP: &str = "signup";

/// Marks every call of a router as restricted to administrators.
pub(crate) fn for_administrators<S: Clone + Send + Sync + 'static>(mut router: OpenApiRouter<S>) -> OpenApiRouter<S> {
    for (_, _, call) in calls(router.get_openapi_mut()) {
        call.security = Some(vec![administrator()]);
    }
    router
}

fn administrator() -> SecurityRequirement {
    SecurityRequirement::new(SESSION, ["admin"])
}

/// A timer or an administrator.
fn timer() -> SecurityRequirement {
    SecurityRequirement::new(SESSION, ["timer"])
}

/// Completes the document: the security schemes, the refusals of each call, and the descriptions of the answers.
pub(crate) fn complete(document: &mut OpenApi, session_cookie: &str) {
    let components = document.components.get_or_insert_default();
    let cookie = ApiKeyValue::with_description(session_cookie, "What POST /api/login gives a browser");
    components.add_security_scheme(SESSION, SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    let signup = ApiKeyValue::with_description(session_cookie, "What POST /api/verifyRacer gives a browser");
    components.add_security_scheme(SIGNUP, SecurityScheme::ApiKey(ApiKey::Cookie(signup)));
    let key = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some("A race's timing key"));
    components.add_security_scheme(TIMING_KEY, SecurityScheme::Http(key.build()));
    let link = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("The token of a link of the day: of the race's packet desk, or its announcer's"));
    components.add_security_scheme(PACKET_LINK, SecurityScheme::Http(link.build()));
    let refusal = || Content::new(Some(Ref::from_schema_name("Refusal")));
    for (status, meaning) in REFUSALS {
        let response = ResponseBuilder::new().description(meaning).content("application/json", refusal());
        components.responses.insert(status.into(), response.into());
    }
    for (method, path, call) in calls(document) {
        // These are the names of the functions, and several calls have the same one.
        call.operation_id = None;
        let of_desk = path.starts_with("/api/timing/{RaceName}") && !path.ends_with("/reads");
        let of_packets = path.starts_with("/api/packets/{RaceName}") && !path.ends_with("/list") && !path.ends_with("/actions");
        if of_desk || of_packets {
            call.parameters.get_or_insert_default().push(RefOr::T(race_id()));
        }
        for status in refusals(method, path, call) {
            call.responses.responses.entry(status.into()).or_insert_with(|| RefOr::T(Response::default()));
        }
        for (status, answer) in &mut call.responses.responses {
            let RefOr::T(response) = answer else { continue };
            let is_refusal = status.starts_with(['4', '5']);
            if is_refusal {
                response.content.entry("application/json".into()).or_insert_with(|| RefOr::T(refusal()));
            }
            if response.description.is_empty() && is_refusal {
                *answer = Ref::from_response_name(status).into();
            } else if response.description.is_empty() {
                response.description = "Done".into();
            }
        }
    }
}

/// The parameter by which the desk finds its race after the race was renamed.
fn race_id() -> Parameter {
    ParameterBuilder::new()
        .name("id")
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some("The desk: the race of this id, whatever it is called by now"))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .build()
}

fn calls(document: &mut OpenApi) -> impl Iterator<Item = (&'static str, &str, &mut Operation)> {
    document.paths.paths.iter_mut().flat_map(|(path, item)| {
        let PathItem { get, put, post, delete, .. } = item;
        let methods = [("GET", get), ("PUT", put), ("POST", post), ("DELETE", delete)];
        methods.into_iter().filter_map(|(method, call)| Some((method, path.as_str(), call.as_mut()?)))
    })
}

/// The statuses of the refusals that apply to all calls of a kind. The statuses of a single call (409, 429) are in its own
/// description.
fn refusals(method: &str, path: &str, call: &Operation) -> Vec<&'static str> {
    // 400: no Host; a query, a path or a body that cannot be parsed. 503: the database is locked.
    let mut statuses = vec!["400", "503"];
    let needed = call.security.as_deref().unwrap_or_default();
    if !needed.is_empty() {
        statuses.push("401");
    }
    if method != "GET" || needed.contains(&administrator()) || needed.contains(&timer()) {
        statuses.push("403");
    }
    // A value in a path names something that may be missing.
    if path.contains('{') {
        statuses.push("404");
    }
    if let Some(RefOr::T(body)) = &call.request_body {
        statuses.extend(["408", "413"]);
        if body.content.keys().all(|kind| kind == "application/json") {
            statuses.push("415");
        }
    }
    statuses
}

/// The description of each status of a refusal.
const REFUSALS: [(&str, &str); 8] = [
    ("400", "The request cannot be read, or fields says what is wrong with which"),
    ("401", "Not logged in"),
    ("403", "Not with this role, or not from the site's own pages"),
    ("404", "Nothing of this name"),
    ("408", "The request took too long"),
    ("413", "More than this call takes"),
    ("415", "A content type that this call does not take"),
    ("503", "Not now; Retry-After says when to try again"),
];
