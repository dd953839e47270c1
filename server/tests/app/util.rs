//! The application under test, and its clients.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, mpsc};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use clap::Parser;
use core_wasm::account::Role;
use core_wasm::timing::feed::{self, Received};
use core_wasm::timing::standing::{LiveDocument, Row};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use splitline_server::app::App;
use splitline_server::clock::Clock;
use splitline_server::config::{Config, DataArgs};
use splitline_server::db::{self, Db, Isolation};
use splitline_server::error::Result;
use splitline_server::http::Peer;
use splitline_server::mail::Mail;
use splitline_server::router::{Service, router};
use tower::ServiceExt;

use crate::home::Home;
use crate::sent;

/// 2027-06-01T12:00:00Z: the present time in tests.
pub const NOW: i64 = 1_811_851_200_000;
/// The origin of the tests' browser: one of the names with which passkeys work without TLS.
pub const ORIGIN: &str = "http://splitline.localhost";
pub const PASSWORD: &str = "correct horse battery";

#[derive(Parser)]
struct Flags {
    #[command(flatten)]
    config: Config,
}

/// The settings of these command-line arguments.
pub fn config(flags: &[&str]) -> Config {
    // Of an argument that is given twice, the last one is used.
    let command = <Flags as clap::CommandFactory>::command().args_override_self(true);
    let words = ["test", "--public-url", ORIGIN];
    let matches = command.get_matches_from(words.iter().chain(flags));
    <Flags as clap::FromArgMatches>::from_arg_matches(&matches).unwrap().config
}

/// A whole application in a folder of its own, with a fixed clock.
pub struct TestApp {
    pub app: App,
    pub router: Service,
    pub clock: Clock,
    home: Home,
}

impl TestApp {
    pub async fn init() -> Self {
        Self::with_config(config(&[])).await
    }

    pub async fn with_config(config: Config) -> Self {
        Self::with_mail(config, Mail::memory()).await
    }

    pub async fn with_mail(config: Config, mail: Mail) -> Self {
        Self::with_home(config, mail, Home::new()).await
    }

    /// An application in the place of one that was stopped.
    pub async fn at(home: Home) -> Self {
        Self::with_home(config(&[]), Mail::memory(), home).await
    }

    async fn with_home(config: Config, mail: Mail, home: Home) -> Self {
        let stores = home.stores();
        Self::opened(config, mail, home, &stores).await
    }

    /// An application that reaches its database by these words.
    pub async fn on(home: Home, stores: &DataArgs) -> Self {
        Self::opened(config(&[]), Mail::memory(), home, stores).await
    }

    async fn opened(config: Config, mail: Mail, home: Home, stores: &DataArgs) -> Self {
        let clock = Clock::fixed(NOW);
        let app = App::open(config, stores, clock.clone(), mail).await.unwrap();
        Self { router: router(&app), app, clock, home }
    }

    /// An application whose changes run concurrently, and the point where two of them wait for each other.
    pub async fn concurrent(isolation: Isolation) -> (Self, Meeting) {
        let home = Home::in_a_folder();
        let file = home.path().join(db::FILE);
        drop(Db::open(&file).unwrap());
        let meeting = Meeting::default();
        let here = meeting.clone();
        let db = Db::concurrent(&file, isolation, Arc::new(move || here.arrive())).unwrap();
        let clock = Clock::fixed(NOW);
        let app = App::open_on(db, config(&[]), home.path(), clock.clone(), Mail::memory()).await.unwrap();
        (Self { router: router(&app), app, clock, home }, meeting)
    }

    pub fn data(&self) -> &Path {
        self.home.path()
    }

    /// Where it keeps what it has, for another process.
    pub fn stores(&self) -> DataArgs {
        self.home.stores()
    }

    /// The place of another copy: a folder of its own, and the same database.
    pub fn another(&self) -> Home {
        self.home.another()
    }

    /// Stops it as a clean stop does, and returns its place.
    pub fn stop(self) -> Home {
        self.home
    }

    /// Lets another program have the lock of the database for so long, and returns when it has not any more.
    pub async fn locked_by_another(&self, time: Duration) {
        let other = self.stores().open().unwrap();
        let lock = other.write(move |tx| {
            tx.execute("UPDATE secrets SET value = value", [])?;
            std::thread::sleep(time);
            Ok(())
        });
        lock.await.unwrap();
    }

    /// A browser without a session.
    pub fn visitor(&self) -> Browser {
        Self::visitor_of(self.router.clone())
    }

    /// A browser without a session, of another process.
    pub fn visitor_of(router: Service) -> Browser {
        Browser {
            router,
            cookies: BTreeMap::new(),
            origin: Some(ORIGIN.into()),
            peer: "203.0.113.7:40000".parse().unwrap(),
            key: None,
        }
    }

    /// A browser with the administrator `ada` logged in.
    pub async fn with_admin(&self) -> Browser {
        splitline_server::account::admin::create(self.app.db(), "ada", "ada@example.test", &PASSWORD.into(), NOW).await.unwrap();
        let mut browser = self.visitor();
        browser.login("ada", PASSWORD).await.ok();
        browser
    }

    /// A browser with the user `ulf`, who is no administrator, logged in.
    pub async fn with_user(&self) -> Browser {
        self.with_account("ulf", Role::User).await
    }

    /// A browser with the timer `tom` logged in.
    pub async fn with_timer(&self) -> Browser {
        self.with_account("tom", Role::Timer).await
    }

    /// A browser with a new account logged in.
    pub async fn with_account(&self, name: &str, role: Role) -> Browser {
        use splitline_server::account::{password, store};
        let new = store::NewUser {
            username: name.into(),
            email: format!("{name}@example.test"),
            role,
            password_hash: password::hash_now(PASSWORD).unwrap(),
        };
        self.app.db().write(move |tx| store::add(tx, &new, NOW)).await.unwrap();
        let mut browser = self.visitor();
        browser.login(name, PASSWORD).await.ok();
        browser
    }

    /// Returns one number from the database.
    pub async fn count(&self, sql: &'static str) -> i64 {
        self.app.db().read(move |tx| tx.query_one(sql, [], |row| row.get(0))).await.unwrap()
    }

    /// Writes the summaries of races that a test has written directly to the table.
    pub async fn update_summaries(&self) {
        let sql = "INSERT INTO race_summaries (race_id, hidden, summary, created_at, updated_at)
                   SELECT id, hidden, record, created_at, updated_at FROM races WHERE deleted_at IS NULL
                   ON CONFLICT (race_id) DO UPDATE SET hidden = excluded.hidden, summary = excluded.summary,
                     created_at = excluded.created_at, updated_at = excluded.updated_at";
        self.app.db().write(move |tx| tx.execute(sql, [])).await.unwrap();
    }

    /// The id of the race with this name.
    pub async fn race_id(&self, name: &str) -> String {
        let name = name.to_owned();
        let id = move |tx: &splitline_server::db::Tx<'_>| splitline_server::race::store::find(tx, &name);
        self.app.db().read(id).await.unwrap().unwrap().id
    }

    /// Serves the application on a port of its own, for tests that need real connections.
    pub async fn serve(&self) -> SocketAddr {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(splitline_server::http::serve(
            listener,
            self.router.clone(),
            self.app.connections().clone(),
            std::future::pending(),
            std::future::ready(()),
        ));
        address
    }
}

/// The threads for long reads of an application, which do nothing else until they are released.
pub struct Occupied(Vec<(mpsc::Sender<()>, tokio::task::JoinHandle<Result<()>>)>);

impl TestApp {
    /// Occupies both threads for long reads, so that what needs one cannot go on.
    pub async fn occupy_long_reads(&self) -> Occupied {
        let mut jobs = Vec::new();
        for _ in 0..2 {
            let (go, wait) = mpsc::channel::<()>();
            let (begun, began) = tokio::sync::oneshot::channel();
            let (wait, begun) = (Mutex::new(wait), Mutex::new(Some(begun)));
            let db = self.app.db().clone();
            let job = move |_: &db::Tx<'_>| {
                let _ = begun.lock().unwrap().take().map(|begun| begun.send(()));
                let _ = wait.lock().unwrap().recv();
                Ok(())
            };
            jobs.push((go, tokio::spawn(async move { db.read_long(job).await })));
            began.await.unwrap();
        }
        Occupied(jobs)
    }
}

impl Occupied {
    pub async fn release(self) {
        for (go, job) in self.0 {
            drop(go);
            job.await.unwrap().unwrap();
        }
    }
}

/// The point where two changes wait for each other, after each has read and before it writes.
#[derive(Clone, Default)]
pub struct Meeting(Arc<(Mutex<usize>, Condvar)>);

impl Meeting {
    /// Makes the next two changes meet.
    pub fn arrange(&self) {
        *self.0.0.lock().unwrap() = 2;
    }

    /// Whether they have met.
    pub fn took_place(&self) -> bool {
        *self.0.0.lock().unwrap() == 0
    }

    fn arrive(&self) {
        let (missing, came) = &*self.0;
        let mut missing = missing.lock().unwrap();
        if *missing > 0 {
            *missing -= 1;
            came.notify_all();
            // If the other one does not come, the test fails.
            drop(came.wait_timeout_while(missing, Duration::from_secs(60), |missing| *missing > 0).unwrap());
        }
    }
}

/// What this thread logs while it is recorded.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Records until the returned guard is dropped.
    pub fn listen(&self) -> tracing::subscriber::DefaultGuard {
        let log = self.clone();
        let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || log.clone()).finish();
        tracing::subscriber::set_default(subscriber)
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A browser: it keeps cookies and sends an origin.
#[derive(Clone)]
pub struct Browser {
    router: Service,
    pub cookies: BTreeMap<String, String>,
    pub origin: Option<String>,
    pub peer: SocketAddr,
    /// A timing key, for the calls of timing boxes.
    pub key: Option<String>,
}

impl Browser {
    /// The same browser with another address.
    pub fn at(mut self, address: &str) -> Self {
        self.peer = SocketAddr::new(address.parse().unwrap(), 40_000);
        self
    }

    pub async fn login(&mut self, username: &str, password: &str) -> Response {
        self.post("/api/login", &serde_json::json!({ "username": username, "password": password })).await
    }

    pub async fn get(&mut self, path: &str) -> Response {
        self.send(Request::get(path).body(Body::empty()).unwrap()).await
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Response {
        self.json(Method::POST, path, body).await
    }

    pub async fn put(&mut self, path: &str, body: &Value) -> Response {
        self.json(Method::PUT, path, body).await
    }

    pub async fn delete(&mut self, path: &str, body: &Value) -> Response {
        self.json(Method::DELETE, path, body).await
    }

    async fn json(&mut self, method: Method, path: &str, body: &Value) -> Response {
        let request = Request::builder().method(method).uri(path).header(header::CONTENT_TYPE, "application/json");
        self.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    /// Replaces or adds entrants by a list as CSV; `timing` is the path of the race's timing.
    pub async fn put_list(&mut self, timing: &str, list: impl AsRef<str>) {
        let request = Request::put(format!("{timing}/entrants")).header(header::CONTENT_TYPE, "text/csv");
        self.send(request.body(list.as_ref().to_owned().into()).unwrap()).await.ok();
    }

    /// Uses another process of the same installation.
    pub fn use_router(&mut self, router: Service) {
        self.router = router;
    }

    /// Sends any request as this browser.
    pub async fn send(&mut self, mut request: Request<Body>) -> Response {
        request.extensions_mut().insert(Peer(self.peer));
        let headers = request.headers_mut();
        if let Some(origin) = &self.origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        if let Some(key) = &self.key {
            headers.insert(header::AUTHORIZATION, format!("Bearer {key}").parse().unwrap());
        }
        if !self.cookies.is_empty() {
            let line: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            headers.insert(header::COOKIE, line.join("; ").parse().unwrap());
        }
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        for cookie in parts.headers.get_all(header::SET_COOKIE) {
            let cookie = axum_extra::extract::cookie::Cookie::parse(cookie.to_str().unwrap().to_owned()).unwrap();
            if cookie.max_age().is_some_and(|age| age.is_zero()) {
                self.cookies.remove(cookie.name());
            } else {
                self.cookies.insert(cookie.name().into(), cookie.value().into());
            }
        }
        // Server-sent events have no end: the first one is what the answer says.
        let has_end = parts.headers.get(header::CONTENT_TYPE).is_none_or(|kind| kind != "text/event-stream");
        let bytes = if has_end {
            body.collect().await.unwrap().to_bytes()
        } else {
            let mut body = body;
            body.frame().await.unwrap().unwrap().into_data().unwrap()
        };
        let bytes = bytes.to_vec();
        let kind = parts.headers.get(header::CONTENT_TYPE).map_or("", |kind| kind.to_str().unwrap());
        if !parts.headers.contains_key(header::CONTENT_ENCODING) {
            sent::check(&method, &path, parts.status, kind, &bytes);
        }
        Response { status: parts.status, headers: parts.headers, bytes }
    }
}

/// An answer, with its whole body.
#[derive(Debug)]
pub struct Response {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Response {
    /// Fails the test unless the answer is a 2xx.
    #[track_caller]
    pub fn ok(self) -> Self {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text());
        self
    }

    /// Fails the test unless the answer has this status.
    #[track_caller]
    pub fn is(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        self
    }

    /// The body; of a whole live field a JSON text that says the same, its rows as the standings write them.
    pub fn text(&self) -> String {
        match self.live() {
            Some(document) => {
                let rows: Vec<Row> = document.runners.iter().collect();
                json!({ "race": document.race, "raceId": document.race_id, "version": document.version, "ageGroups": document.age_groups, "runners": rows })
                    .to_string()
            }
            None => String::from_utf8_lossy(&self.bytes).into_owned(),
        }
    }

    /// The whole live field, if the body is one.
    pub fn live(&self) -> Option<LiveDocument> {
        match feed::read(&self.bytes) {
            Some(Received::Whole(document)) => Some(*document),
            _ => None,
        }
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text()).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The error's code.
    #[track_caller]
    pub fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// A multipart request.
#[derive(Default, Clone)]
pub struct Form(Vec<u8>);

const BOUNDARY: &str = "----splitline-test";

impl Form {
    /// The fields that a new page needs.
    pub fn race(name: &str) -> Self {
        Self::default().text("Race", name).text("Date", "June 15, 2027")
    }

    pub fn text(mut self, name: &str, value: &str) -> Self {
        let part = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        self.0.extend_from_slice(part.as_bytes());
        self
    }

    pub fn file(mut self, name: &str, bytes: &[u8]) -> Self {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
        );
        self.0.extend_from_slice(head.as_bytes());
        self.0.extend_from_slice(bytes);
        self.0.extend_from_slice(b"\r\n");
        self
    }

    pub fn request(mut self, path: &str) -> Request<Body> {
        self.0.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
        Request::post(path)
            .header(header::CONTENT_TYPE, format!("multipart/form-data; boundary={BOUNDARY}"))
            .header(header::CONTENT_LENGTH, self.0.len())
            .body(Body::from(self.0))
            .unwrap()
    }
}

/// The browsers of two administrators, `ada` and `ben`, and the race `Spring Half`.
pub async fn two_directors() -> (TestApp, Browser, Browser) {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    splitline_server::account::admin::create(app.app.db(), "ben", "ben@example.test", &PASSWORD.into(), NOW).await.unwrap();
    let mut ben = app.visitor();
    ben.login("ben", PASSWORD).await.ok();
    ada.create_page(Form::race("Spring Half")).await.is(201);
    (app, ada, ben)
}

impl Browser {
    /// A race as its editor loads it, and the versions of its parts.
    pub async fn edited(&mut self, name: &str) -> (Value, Value) {
        let name = name.replace(' ', "%20");
        let answer = self.get(&format!("/api/AllRacePages?name={name}&images=url")).await.ok().json();
        (answer["race"].clone(), answer["versions"].clone())
    }

    /// Sends a form with PUT.
    pub async fn put_form(&mut self, path: &str, form: Form) -> Response {
        let mut request = form.request(path);
        *request.method_mut() = Method::PUT;
        self.send(request).await
    }

    pub async fn create_page(&mut self, form: Form) -> Response {
        self.send(form.request("/api/createPage")).await
    }
}

/// A picture of `width` × `height` pixels, blue above, orange below.
pub fn picture(width: u32, height: u32, format: image::ImageFormat) -> Vec<u8> {
    let pixels = image::RgbImage::from_fn(width, height, |_, y| {
        if y < height / 2 { image::Rgb([20, 60, 200]) } else { image::Rgb([230, 120, 20]) }
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    pixels.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}
