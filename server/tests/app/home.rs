//! Where an application under test keeps what it has: a folder, and with `SPLITLINE_TEST_POSTGRES` a database of its own on that server. Every
//! story that uses it runs on both engines (docs/decisions/0088); `sqlite_only` says why one does not.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use splitline_server::config::DataArgs;
use splitline_server::db;

/// The address of a PostgreSQL server whose user may create databases.
fn server() -> Option<String> {
    std::env::var("SPLITLINE_TEST_POSTGRES").ok().filter(|address| !address.is_empty())
}

/// Whether the stories run on PostgreSQL, in which case this story is left out: it is about what only SQLite's file has, as `why` says.
pub fn sqlite_only(why: &str) -> bool {
    if server().is_some() {
        eprintln!("left out on PostgreSQL: {why}");
    }
    server().is_some()
}

/// A statement of a story, in the form of the engine on which the stories run.
pub fn sql(sqlite: &'static str, postgres: &'static str) -> &'static str {
    if server().is_some() { postgres } else { sqlite }
}

/// One byte, as an expression.
pub fn byte() -> &'static str {
    sql("x'00'", r"'\x00'::bytea")
}

/// A race's record with fields set to these values, as an expression.
pub fn record_with(fields: &[(&str, serde_json::Value)]) -> String {
    let mut record = "record".to_owned();
    for (field, value) in fields {
        let json = value.to_string().replace('\'', "''");
        record = match server() {
            Some(_) => format!("jsonb_set(({record})::jsonb, '{{{field}}}', '{json}')::text"),
            None => format!("json_set({record}, '$.{field}', json('{json}'))"),
        };
    }
    record
}

/// The names of all tables, as a statement.
pub fn tables() -> &'static str {
    sql(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
        "SELECT tablename::TEXT FROM pg_tables WHERE schemaname = 'public'",
    )
}

/// Drops triggers of a table, as whoever alters rows without the program could.
pub fn drop_triggers(table: &str, triggers: &[&str]) -> String {
    let of = if server().is_some() { format!(" ON {table}") } else { String::new() };
    triggers.iter().map(|trigger| format!("DROP TRIGGER {trigger}{of}; ")).collect()
}

/// A folder, and a database.
pub struct Home {
    folder: tempfile::TempDir,
    database: Option<Arc<Database>>,
}

impl Home {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), database: server().map(Database::create).map(Arc::new) }
    }

    /// A folder, and a database on the server at this address.
    pub fn on(server: String) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), database: Some(Arc::new(Database::create(server))) }
    }

    /// Another folder, with the same database: for another copy of the program.
    pub fn another(&self) -> Self {
        Self { folder: tempfile::tempdir().unwrap(), database: self.database.clone() }
    }

    /// A folder alone, with SQLite's file.
    pub fn in_a_folder() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), database: None }
    }

    /// The same with nothing in the database, not even tables; `None` without a server.
    pub fn empty() -> Option<Self> {
        let database = server().map(Database::create_empty).map(Arc::new)?;
        Some(Self { folder: tempfile::tempdir().unwrap(), database: Some(database) })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The address of the database on the server.
    pub fn address(&self) -> String {
        self.database.as_ref().unwrap().address()
    }

    /// Lets the server refuse connections to the database, and end those that there are; or take them again.
    pub fn refuses_connections(&self, refuses: bool) {
        let Database { server, name } = &**self.database.as_ref().unwrap();
        db::change_server(server, &format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {}", !refuses)).unwrap();
        if refuses {
            let end = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
            db::change_server(server, &end).unwrap();
        }
    }

    /// Both, for the application.
    pub fn stores(&self) -> DataArgs {
        let database = self.database.as_ref().map(|database| database.address().into());
        DataArgs { data: self.path().to_owned(), database, database_read: None }
    }
}

impl Home {
    /// A number from the database, read beside whatever uses it.
    pub fn number(&self, sql: &str) -> i64 {
        self.value(sql)
    }

    /// A value from the database, read beside whatever uses it.
    pub fn value<T: db::Load + Send + 'static>(&self, sql: &str) -> T {
        let stores = self.stores();
        if let Some(file) = stores.file() {
            return db::inspect(&file, |tx| tx.query_one(sql, [], |row| row.get(0))).unwrap();
        }
        let sql = sql.to_owned();
        let read = move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
            let db = stores.open().unwrap();
            runtime.block_on(db.read(move |tx| tx.query_one(&sql, [], |row| row.get(0)))).unwrap()
        };
        // A story may run in a runtime of its own.
        std::thread::spawn(read).join().unwrap()
    }
}

/// A database that is dropped with its last application.
struct Database {
    server: String,
    name: String,
}

impl Database {
    fn named(server: String) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("story_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let this = Self { server, name };
        this.drop_it();
        this
    }

    fn create_empty(server: String) -> Self {
        let this = Self::named(server);
        db::change_server(&this.server, &format!("CREATE DATABASE {} TEMPLATE template0", this.name)).unwrap();
        this
    }

    fn create(server: String) -> Self {
        let this = Self::named(server);
        let create = format!("CREATE DATABASE {} TEMPLATE {}", this.name, template());
        if db::change_server(&this.server, &create).is_err() {
            this.make_template();
            db::change_server(&this.server, &create).unwrap();
        }
        this
    }

    /// Makes the database of which all others are copies: to copy it takes a tenth of the time of all migrations.
    fn make_template(&self) {
        db::change_server(&self.server, &format!("CREATE DATABASE {} TEMPLATE template0", self.name)).unwrap();
        drop(db::Db::connect(&self.address()).unwrap());
        // Fails if another story has made it meanwhile.
        let _ = db::change_server(&self.server, &format!("ALTER DATABASE {} RENAME TO {}", self.name, template()));
        self.drop_it();
    }

    fn drop_it(&self) {
        let _ = db::change_server(&self.server, &format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
    }

    fn address(&self) -> String {
        // postgres://user@host:port/postgres
        let (start, _) = self.server.rsplit_once('/').unwrap();
        format!("{start}/{}", self.name)
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        self.drop_it();
    }
}

/// The name of the database of which those of the stories are copies: another one when a migration was changed.
fn template() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations/postgres");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let mut hasher = std::hash::DefaultHasher::new();
    files.iter().for_each(|file| std::hash::Hash::hash(&std::fs::read(file).unwrap(), &mut hasher));
    format!("stories_{:x}", std::hash::Hasher::finish(&hasher))
}
