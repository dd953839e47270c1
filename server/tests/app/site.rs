//! The built site. These tests do not depend on its content, since it may not have been built.

use crate::util::{Form, TestApp, config};

#[tokio::test]
async fn every_path_has_its_status_and_title() {
    let app = TestApp::with_config(config(&["--site-name", "Blue Line <Races>"])).await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Spring Half")).await.is(201);
    let brand = "Blue Line &lt;Races&gt;";
    let mut visitor = app.visitor();
    for (path, status, title) in [
        ("/", 200, format!("Home · {brand}")),
        ("/RACES", 200, format!("Races · {brand}")),
        ("/race/spring%20half", 200, format!("Spring Half · {brand}")),
        ("/race/:Spring%20Half/media", 200, format!("Spring Half Media · {brand}")),
        ("/race/Nothing", 404, brand.to_owned()),
        ("/race/Nothing/media", 404, brand.to_owned()),
        ("/RaceDaySearch/spring%20half", 200, format!("Race Day Search · {brand}")),
        ("/RaceDaySearch/Nothing", 404, brand.to_owned()),
        ("/RaceDaySearch/%ff", 404, brand.to_owned()),
        ("/packets/Spring%20Half", 200, format!("Packet Desk · {brand}")),
        ("/packets/Nothing", 404, brand.to_owned()),
        ("/photos/Spring%20Half/", 200, format!("Race Photos · {brand}")),
        ("/photos/Nothing", 404, brand.to_owned()),
        ("/race/%ff", 404, brand.to_owned()),
        ("/race/%E0%A4%A", 404, brand.to_owned()),
        ("/race/%E0%A4%A/media", 404, brand.to_owned()),
        ("/what/is/this", 404, brand.to_owned()),
        ("/assets/gone-12345678.js", 404, brand.to_owned()),
        ("/..%2f..%2fCargo.toml", 404, brand.to_owned()),
        // Paths of the table without a screen yet, and paths that have a title and no route.
        ("/profile/ana", 404, brand.to_owned()),
        ("/profile/ADA", 200, format!("ada · {brand}")),
        ("/profile", 200, format!("My Profile · {brand}")),
        ("/AuditLog", 200, format!("Audit Logs · {brand}")),
        ("/tickets", 200, format!("Ticket Request · {brand}")),
        ("/ticket/T-1001", 200, format!("Ticket · {brand}")),
        ("/ResolveTickets", 200, format!("Tickets · {brand}")),
        ("/valentine", 404, format!("Valentine · {brand}")),
        ("/Timing", 200, format!("Timing · {brand}")),
    ] {
        let answer = visitor.get(path).await.is(status);
        assert!(answer.text().contains(&format!("<title>{title}</title>")), "{path}: {}", answer.text());
        assert!(answer.text().contains(&format!("name=\"application-name\" content=\"{brand}\"")), "{path}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert!(answer.header("content-security-policy").contains("script-src 'self'"));
    }
}

#[tokio::test]
async fn the_page_is_revalidated_by_its_tag() {
    let app = TestApp::init().await;
    let mut visitor = app.visitor();
    let tag = visitor.get("/races").await.ok().header("etag").to_owned();
    let again = axum::http::Request::get("/races").header("if-none-match", tag).body(axum::body::Body::empty()).unwrap();
    visitor.send(again).await.is(304);
    let post = axum::http::Request::post("/races").body(axum::body::Body::empty()).unwrap();
    visitor.send(post).await.is(405);
}

#[tokio::test]
async fn the_api_documentation_is_served() {
    let app = TestApp::init().await;
    let mut visitor = app.visitor();
    let page = visitor.get("/api/docs/").await.ok();
    // It is stored compressed only, because only browsers load it.
    assert_eq!(page.header("content-encoding"), "gzip");
    let text = std::io::read_to_string(flate2::read::GzDecoder::new(&*page.bytes)).unwrap();
    assert!(text.contains("swagger-ui-bundle.js"), "{text}");
    let script = visitor.get("/api/docs/swagger-ui-bundle.js").await.ok();
    assert_eq!(script.header("content-encoding"), "gzip");
    let begins = visitor.get("/api/docs/swagger-initializer.js").await.ok().text();
    assert!(begins.contains("\"/api/openapi.json\""), "{begins}");
}
