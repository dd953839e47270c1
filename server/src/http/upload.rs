//! Reads a multipart request piece by piece: texts into memory up to a limit, files into the spool folder.

use std::collections::BTreeMap;
use std::path::Path;

use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use futures_util::{Stream, StreamExt};
use tempfile::NamedTempFile;
use tokio::io::AsyncWriteExt;

use super::UPLOAD_LIMIT;
use super::extract::malformed;
use crate::error::{Error, Result};
use crate::words;

/// The limit of all texts of a request together, in bytes.
const TEXT_LIMIT: usize = 2 * 1024 * 1024;
/// The limit of parts of one request.
const PARTS: usize = 400;

/// A request's parts.
#[derive(Debug, Default)]
pub(crate) struct Upload {
    /// Texts by name; if several have one name, the last one.
    pub(crate) texts: BTreeMap<String, String>,
    /// Files in their order.
    pub(crate) files: Vec<Uploaded>,
}

/// A file in the spool folder; dropping this deletes it.
#[derive(Debug)]
pub(crate) struct Uploaded {
    /// The field's name. The name of the uploaded file is not used.
    pub(crate) field: String,
    /// `None` for a file input that was left empty.
    pub(crate) file: Option<NamedTempFile>,
}

/// Reads a request to its end.
///
/// # Errors
/// 413 when it is too large, 400 when it cannot be read.
pub(crate) async fn read(request: Request, spool: &Path) -> Result<Upload> {
    refuse_at_once_when_too_large(request.headers())?;
    let (parts, body) = request.into_parts();
    let request = Request::from_parts(parts, Body::from_stream(yield_after_each_chunk(body.into_data_stream()).await));
    let mut form = Multipart::from_request(request, &()).await.map_err(|rejection| malformed(rejection.body_text()))?;
    let (mut upload, mut text_bytes) = (Upload::default(), 0);
    while let Some(field) = form.next_field().await? {
        if upload.texts.len() + upload.files.len() >= PARTS {
            return Err(too_large());
        }
        let name = field.name().unwrap_or_default().to_owned();
        if field.file_name().is_some() {
            let file = write_to_spool(field, spool).await?;
            upload.files.push(Uploaded { field: name, file });
        } else {
            let text = text(field, TEXT_LIMIT - text_bytes).await?;
            text_bytes += text.len();
            upload.texts.insert(name, text);
        }
    }
    Ok(upload)
}

/// Refuses a request by its `Content-Length`, so that an honest client need not send it all.
fn refuse_at_once_when_too_large(headers: &HeaderMap) -> Result<()> {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > UPLOAD_LIMIT) { Err(too_large()) } else { Ok(()) }
}

/// Yields after every chunk, so that the parser handles one chunk at a time: otherwise it would read all that is ready, which for a
/// fast client is the whole upload.
///
/// The first chunk is awaited here, because a parser that finds no data at first and then all of it reports an incomplete body
/// (multer 3.1, `poll_next_field`).
async fn yield_after_each_chunk(mut body: BodyDataStream) -> impl Stream<Item = std::result::Result<Bytes, axum::Error>> {
    let first = body.next().await;
    let rest = body.then(|chunk| async move {
        tokio::task::yield_now().await;
        chunk
    });
    futures_util::stream::iter(first).chain(rest)
}

async fn write_to_spool(mut field: Field<'_>, spool: &Path) -> Result<Option<NamedTempFile>> {
    let mut kept: Option<(NamedTempFile, tokio::fs::File)> = None;
    while let Some(chunk) = field.chunk().await? {
        if chunk.is_empty() {
            continue;
        }
        let (_, file) = match &mut kept {
            Some(kept) => kept,
            None => {
                let named = NamedTempFile::new_in(spool)?;
                let file = tokio::fs::File::from_std(named.reopen()?);
                kept.insert((named, file))
            }
        };
        file.write_all(&chunk).await?;
    }
    let Some((named, mut file)) = kept else { return Ok(None) };
    file.flush().await?;
    Ok(Some(named))
}

async fn text(mut field: Field<'_>, limit: usize) -> Result<String> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.chunk().await? {
        if bytes.len() + chunk.len() > limit {
            return Err(too_large());
        }
        bytes.extend_from_slice(&chunk);
    }
    String::from_utf8(bytes).map_err(|error| malformed(error.to_string()))
}

fn too_large() -> Error {
    Error::say(StatusCode::PAYLOAD_TOO_LARGE, words::TOO_LARGE)
}

impl From<MultipartError> for Error {
    fn from(error: MultipartError) -> Self {
        if error.status() == StatusCode::PAYLOAD_TOO_LARGE { too_large() } else { malformed(error.body_text()) }
    }
}
