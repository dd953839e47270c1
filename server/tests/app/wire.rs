//! A client of real HTTP over one kept connection, from an address of its own: all addresses of 127.0.0.0/8 are this machine.
//!
//! It understands what this program and nginx send, and no more.

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};

/// The name under which programs behind nginx are reached.
pub const HOST: &str = "races.example.com";
/// Longer than anything may take.
const LIMIT: Duration = Duration::from_secs(60);

/// The address of the client with this number, none of which is a trusted proxy.
pub fn address(number: usize) -> Ipv4Addr {
    let [_, high, low, last] = u32::try_from(number + 1).unwrap().to_be_bytes();
    Ipv4Addr::new(127, high + 1, low, last)
}

/// A client.
pub struct Wire {
    port: u16,
    from: Ipv4Addr,
    stream: Option<BufReader<TcpStream>>,
    pub cookies: BTreeMap<String, String>,
}

/// An answer, with its whole body.
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(of, _)| of == name).map(|(_, value)| &**value)
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|_| Value::String(String::from_utf8_lossy(&self.bytes).into_owned()))
    }

    /// Fails the test unless the answer has this status.
    #[track_caller]
    pub fn is(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.json());
        self
    }
}

impl Wire {
    pub fn new(port: u16, from: Ipv4Addr) -> Self {
        Self { port, from, stream: None, cookies: BTreeMap::new() }
    }

    /// Another client with the same session.
    pub fn beside(&self, from: Ipv4Addr) -> Self {
        Self { cookies: self.cookies.clone(), ..Self::new(self.port, from) }
    }

    pub async fn get(&mut self, path: &str) -> io::Result<Answer> {
        self.send("GET", path, &[], &[]).await
    }

    pub async fn json(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &Value) -> io::Result<Answer> {
        let headers = [&[("content-type", "application/json")], headers].concat();
        let body = if method == "GET" { String::new() } else { body.to_string() };
        self.send(method, path, &headers, body.as_bytes()).await
    }

    /// Sends a request that was made for a browser of the tests.
    pub async fn request(&mut self, request: Request<Body>) -> io::Result<Answer> {
        let (parts, body) = request.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        let kind = parts.headers.get("content-type").map_or("", |kind| kind.to_str().unwrap());
        self.send(parts.method.as_str(), &parts.uri.to_string(), &[("content-type", kind)], &body).await
    }

    /// Sends a request, and receives its answer. A kept connection that has ended before the answer began is made again once, as browsers do.
    pub async fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> io::Result<Answer> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {HOST}\r\norigin: http://{HOST}\r\n");
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !cookies.is_empty() {
            head += &format!("cookie: {}\r\n", cookies.join("; "));
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if method != "GET" {
            head += &format!("content-length: {}\r\n", body.len());
        }
        let bytes = [(head + "\r\n").as_bytes(), body].concat();
        let was_kept = self.stream.is_some();
        let sent = tokio::time::timeout(LIMIT, self.exchange(&bytes)).await;
        match sent.unwrap_or_else(|_| Err(io::Error::new(io::ErrorKind::TimedOut, "no answer"))) {
            Err(error) if was_kept && error.kind() == io::ErrorKind::ConnectionAborted => self.exchange(&bytes).await,
            done => done,
        }
    }

    async fn exchange(&mut self, bytes: &[u8]) -> io::Result<Answer> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => {
                let socket = TcpSocket::new_v4()?;
                socket.bind((self.from, 0).into())?;
                let connected = socket.connect(SocketAddr::from(([127, 0, 0, 1], self.port))).await?;
                connected.set_nodelay(true)?;
                BufReader::new(connected)
            }
        };
        let ended = |_| io::Error::new(io::ErrorKind::ConnectionAborted, "the connection has ended before an answer");
        stream.get_mut().write_all(bytes).await.map_err(ended)?;
        let mut line = String::new();
        if stream.read_line(&mut line).await.map_err(ended)? == 0 {
            return Err(io::Error::new(io::ErrorKind::ConnectionAborted, "the connection has ended before an answer"));
        }
        let wrong = |line: &str| io::Error::new(io::ErrorKind::InvalidData, format!("no answer: {line}"));
        let status: u16 = line.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(|| wrong(&line))?;
        let (mut headers, mut length, mut chunked, mut closes) = (Vec::new(), 0, false, false);
        loop {
            line.clear();
            stream.read_line(&mut line).await?;
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            let (name, value) = (name.to_lowercase(), value.to_owned());
            match &*name {
                "content-length" => length = value.parse().map_err(|_| wrong(&value))?,
                "transfer-encoding" => chunked = true,
                "connection" => closes = value == "close",
                "set-cookie" => {
                    let (cookie, is) = value.split(';').next().unwrap().split_once('=').unwrap();
                    self.cookies.insert(cookie.into(), is.into());
                }
                _ => {}
            }
            headers.push((name, value));
        }
        let mut bytes = Vec::new();
        if chunked {
            loop {
                line.clear();
                stream.read_line(&mut line).await?;
                let size = usize::from_str_radix(line.trim_end(), 16).map_err(|_| wrong(&line))?;
                let from = bytes.len();
                bytes.resize(from + size + 2, 0);
                stream.read_exact(&mut bytes[from..]).await?;
                bytes.truncate(from + size);
                if size == 0 {
                    break;
                }
            }
        } else if !matches!(status, 204 | 304) {
            bytes.resize(length, 0);
            stream.read_exact(&mut bytes).await?;
        }
        if !closes {
            self.stream = Some(stream);
        }
        Ok(Answer { status, headers, bytes })
    }
}
