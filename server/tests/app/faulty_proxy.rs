//! A TCP proxy before a database's server that cuts connections, silences them or loses answers, as a network may.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use splitline_server::config::DataArgs;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::home::Home;

/// What the proxy does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Nothing is lost.
    None,
    /// Connections end, and no new one is made.
    Cut,
    /// Connections stay, and nothing arrives.
    Silent,
    /// The next COMMIT arrives and is done; its connection ends before the answer.
    LosesCommit,
    /// The same, but the connection stays.
    SwallowsCommit,
}

/// The proxy.
pub struct FaultyProxy {
    port: u16,
    fault: watch::Sender<Fault>,
    commits: Arc<AtomicUsize>,
}

impl FaultyProxy {
    /// A proxy before the server of a home, and how an application reaches its database through it.
    pub async fn to(home: &Home) -> (Self, DataArgs) {
        let address = home.address();
        let (before, rest) = address.split_once('@').unwrap();
        let (host, name) = rest.split_once('/').unwrap();
        let this = Self::to_server(host.to_owned()).await;
        let through = format!("{before}@127.0.0.1:{}/{name}", this.port);
        (this, DataArgs { database: Some(through.into()), ..home.stores() })
    }

    async fn to_server(server: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (fault, commits) = (watch::Sender::new(Fault::None), Arc::<AtomicUsize>::default());
        let (sender, lost) = (fault.clone(), commits.clone());
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                if *sender.borrow() != Fault::Cut {
                    tokio::spawn(pass(near, server.clone(), sender.clone(), lost.clone()));
                }
            }
        });
        Self { port, fault, commits }
    }

    pub fn set(&self, fault: Fault) {
        self.fault.send_replace(fault);
    }

    /// How many answers to a COMMIT were lost.
    pub fn commits_lost(&self) -> usize {
        self.commits.load(Ordering::SeqCst)
    }
}

async fn pass(mut near: TcpStream, server: String, fault: watch::Sender<Fault>, commits: Arc<AtomicUsize>) {
    let Ok(mut far) = TcpStream::connect(&server).await else { return };
    let mut changes = fault.subscribe();
    let (mut asked, mut answered) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    let mut is_deaf = false;
    loop {
        tokio::select! {
            read = near.read(&mut asked) => {
                let Ok(length @ 1..) = read else { return };
                let now = *fault.borrow();
                if now == Fault::Silent {
                    continue;
                }
                if far.write_all(&asked[..length]).await.is_err() {
                    return;
                }
                let loses = matches!(now, Fault::LosesCommit | Fault::SwallowsCommit);
                if loses && asked[..length].windows(7).any(|bytes| bytes == b"COMMIT\0") {
                    // It is done when it is answered.
                    let _ = far.read(&mut answered).await;
                    fault.send_replace(Fault::None);
                    commits.fetch_add(1, Ordering::SeqCst);
                    if now == Fault::LosesCommit {
                        return;
                    }
                    is_deaf = true;
                }
            }
            read = far.read(&mut answered) => {
                let Ok(length @ 1..) = read else { return };
                if !is_deaf && *fault.borrow() != Fault::Silent && near.write_all(&answered[..length]).await.is_err() {
                    return;
                }
            }
            _ = changes.changed() => {
                if *fault.borrow() == Fault::Cut {
                    return;
                }
            }
        }
    }
}
