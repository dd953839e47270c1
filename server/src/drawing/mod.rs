//! Pictures that the server draws: SVG with texts as outlines, made into PNG or PDF on threads of their own and cached.
//!
//! What is drawn is decided by the slices: share pictures by `site`, certificates by `results`.

pub(crate) mod face;

use std::collections::{HashMap, VecDeque};
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use resvg::{tiny_skia, usvg};

use crate::error::{Error, Result};
use crate::work::{Pool, SharedWork, lock, start_shared};
use face::{Instance, Typeface, layout};

/// How many pictures are drawn at once, and how many may wait for that.
const THREADS: usize = 2;
const QUEUE: usize = 64;
/// How many bytes of pictures are cached; one picture has about 50 kB.
const MAX_CACHED_BYTES: usize = 8 * 1024 * 1024;

/// The recently drawn pictures by their tag, and the threads that draw; cheap to clone.
#[derive(Clone)]
pub(crate) struct Drawings {
    inner: Arc<Inner>,
}

struct Inner {
    pictures: Mutex<Drawn>,
    threads: Pool,
}

#[derive(Default)]
struct Drawn {
    /// The newest first.
    cached: VecDeque<(String, Bytes)>,
    /// The pictures being drawn.
    pending: HashMap<String, SharedWork<Bytes>>,
}

impl Drawings {
    /// Starts with no pictures.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub(crate) fn start() -> Result<Self> {
        let threads = Pool::start("drawings", [(); THREADS], QUEUE)?;
        Ok(Self { inner: Arc::new(Inner { pictures: Mutex::default(), threads }) })
    }

    /// Returns the picture with this tag, which is drawn once for all requests, even when the first client disconnects. The tag says
    /// everything that is on it.
    pub(crate) async fn get<F>(&self, tag: &str, draw: F) -> Result<Bytes>
    where
        F: FnOnce() -> Result<Vec<u8>, String> + Send + 'static,
    {
        let pending = {
            let mut pictures = lock(&self.inner.pictures);
            if let Some((_, bytes)) = pictures.cached.iter().find(|(known, _)| known == tag) {
                return Ok(bytes.clone());
            }
            let start = || start_shared(self.clone().draw(tag.to_owned(), draw));
            pictures.pending.entry(tag.to_owned()).or_insert_with(start).clone()
        };
        pending.await.map_err(|error| error.copy())
    }

    async fn draw<F>(self, tag: String, draw: F) -> Result<Bytes>
    where
        F: FnOnce() -> Result<Vec<u8>, String> + Send + 'static,
    {
        let drawn = self.inner.threads.run(move |()| draw()).await;
        let drawn = drawn.and_then(|bytes| bytes.map(Bytes::from).map_err(Error::message));
        let mut pictures = lock(&self.inner.pictures);
        pictures.pending.remove(&tag);
        if let Ok(bytes) = &drawn {
            pictures.cached.push_front((tag, bytes.clone()));
            let size = |cached: &VecDeque<(String, Bytes)>| cached.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
            while size(&pictures.cached) > MAX_CACHED_BYTES {
                pictures.cached.pop_back();
            }
        }
        drawn
    }
}

/// How a text is aligned at its x.
#[derive(Clone, Copy)]
pub(crate) enum Side {
    Start,
    Middle,
}

/// A drawing in progress.
pub(crate) struct Drawing {
    /// The elements so far.
    pub(crate) svg: String,
    pub(crate) typeface: &'static Typeface,
    size: (u32, u32),
}

impl Drawing {
    /// Begins a drawing of so many pixels, filled with a colour.
    ///
    /// # Errors
    /// When the typeface was missing when the program was built.
    pub(crate) fn begin(width: u32, height: u32, fill: &str) -> Result<Self, String> {
        let svg = format!(r##"<path d="M0 0h{width}v{height}H0z" fill="{fill}"/>"##);
        Ok(Self { svg, typeface: Typeface::get()?, size: (width, height) })
    }

    /// The drawing as PNG, each of its units so many pixels wide.
    ///
    /// # Errors
    /// When the drawing can't be parsed, which would be a defect of this program.
    pub(crate) fn png(&self, scale: u32) -> Result<Vec<u8>, String> {
        let tree = self.tree()?;
        let (width, height) = self.size;
        let mut pixels = tiny_skia::Pixmap::new(width * scale, height * scale).ok_or("an empty drawing")?;
        resvg::render(&tree, tiny_skia::Transform::from_scale(scale as f32, scale as f32), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| error.to_string())
    }

    /// The drawing as a PDF of one page, one unit a point at 72 dots an inch.
    ///
    /// # Errors
    /// As [`Self::png`].
    pub(crate) fn pdf(&self) -> Result<Vec<u8>, String> {
        let page = svg2pdf::PageOptions { dpi: 72.0 };
        svg2pdf::to_pdf(&self.tree()?, svg2pdf::ConversionOptions::default(), page).map_err(|error| error.to_string())
    }

    fn tree(&self) -> Result<usvg::Tree, String> {
        let (width, height) = self.size;
        let svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">{}</svg>"##,
            self.svg
        );
        usvg::Tree::from_str(&svg, &usvg::Options::default()).map_err(|error| error.to_string())
    }

    /// The largest size in which a text fits; if even the smallest is too large, the text is cut off.
    pub(crate) fn fit(&self, text: &str, instance: Instance, largest: f32, smallest: f32, room: f32) -> (String, f32) {
        let faces = self.typeface.faces(instance);
        let width = layout(&faces, text, largest, 0.0).width;
        let size = if width > room { largest * room / width } else { largest };
        if size >= smallest {
            return (text.to_owned(), size);
        }
        let mut short = text.to_owned();
        while short.pop().is_some() {
            let cut_off = format!("{}…", short.trim_end_matches([' ', '·', ',']));
            if layout(&faces, &cut_off, smallest, 0.0).width <= room {
                return (cut_off, smallest);
            }
        }
        (String::new(), smallest)
    }

    /// Draws a line of text on a baseline.
    pub(crate) fn text(&mut self, text: &str, instance: Instance, size: f32, (x, baseline): (f32, f32), side: Side, ink: &str) {
        let line = layout(&self.typeface.faces(instance), text, size, 0.0);
        let x = match side {
            Side::Start => x,
            Side::Middle => x - line.width / 2.0,
        };
        self.path(&line.path, x, baseline, ink);
    }

    /// Draws a path that begins at this position.
    pub(crate) fn path(&mut self, path: &str, x: f32, y: f32, ink: &str) {
        if !path.is_empty() {
            let _ = write!(self.svg, r##"<path transform="translate({x:.2} {y:.2})" d="{path}" fill="{ink}"/>"##);
        }
    }
}
