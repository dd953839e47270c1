//! Reduces a picture to its stored size, row by row as it is decoded, so that a large one is never in memory as a whole.

use image::{DynamicImage, RgbImage, RgbaImage};

/// The longest stored side, in pixels: more than any page shows.
const MAX_SIDE: f64 = 2560.0;
/// The most stored pixels.
const MAX_PIXELS: f64 = 5_000_000.0;

/// The stored size of a picture of this size, in pixels.
pub(crate) fn stored_size(width: u32, height: u32) -> (u32, u32) {
    let (wide, high) = (f64::from(width.max(1)), f64::from(height.max(1)));
    let ratio = (MAX_SIDE / wide.max(high)).min((MAX_PIXELS / (wide * high)).sqrt());
    if ratio >= 1.0 {
        return (width, height);
    }
    (((wide * ratio) as u32).max(1), ((high * ratio) as u32).max(1))
}

/// Receives a picture's rows from the top. A stored pixel is the mean of the pixels that it covers, weighted by their alpha.
pub(crate) struct Shrinker {
    from: (u32, u32),
    to: (u32, u32),
    /// Samples of a source pixel: 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA.
    channels: usize,
    /// For every source column: the target column in which it begins, its share there, its share of the next one.
    columns: Vec<(usize, f32, f32)>,
    /// The present source row, reduced to the target width; colors are multiplied by their alpha, which comes last.
    line: Vec<[f32; 4]>,
    /// The sum of the present target row so far.
    sums: Vec<[f32; 4]>,
    rows_taken: u32,
    pixels: Vec<u8>,
}

impl Shrinker {
    /// Begins a picture of this size, with one to four channels of eight bits.
    pub(crate) fn new(width: u32, height: u32, channels: usize) -> Self {
        let to = stored_size(width, height);
        let columns = (0..width).map(|column| share(column, width, to.0)).collect();
        let out = target_channels(channels);
        Self {
            from: (width, height),
            to,
            channels,
            columns,
            line: vec![[0.0; 4]; to.0 as usize],
            sums: vec![[0.0; 4]; to.0 as usize],
            rows_taken: 0,
            pixels: Vec::with_capacity(to.0 as usize * to.1 as usize * out),
        }
    }

    /// Adds the next row; surplus rows are ignored.
    pub(crate) fn take(&mut self, row: &[u8]) {
        if self.rows_taken == self.from.1 {
            return;
        }
        let colors = row.chunks_exact(self.channels).take(self.from.0 as usize).map(rgba);
        if self.from == self.to {
            let out = self.out();
            self.pixels.extend(colors.flat_map(|color| color.into_iter().take(out)));
            self.rows_taken += 1;
            return;
        }
        self.line.fill([0.0; 4]);
        for (color, (column, here, next)) in colors.zip(&self.columns) {
            let alpha = f32::from(color[3]);
            let color = [f32::from(color[0]) * alpha, f32::from(color[1]) * alpha, f32::from(color[2]) * alpha, alpha];
            add(self.line.get_mut(*column), color, *here);
            add(self.line.get_mut(column + 1), color, *next);
        }
        let (at, here, next) = share(self.rows_taken, self.from.1, self.to.1);
        self.rows_taken += 1;
        self.add_line(here);
        if (u64::from(self.rows_taken) * u64::from(self.to.1) / u64::from(self.from.1)) as usize > at {
            self.finish_row();
            self.add_line(next);
        }
    }

    /// Returns the reduced picture; `None` when rows are missing.
    pub(crate) fn finish(mut self) -> Option<DynamicImage> {
        let (width, height) = self.to;
        if self.rows_taken < self.from.1 {
            return None;
        }
        match self.out() {
            4 if self.pixels.iter().skip(3).step_by(4).all(|alpha| *alpha == 255) => {
                // Every pixel is opaque: the alpha channel is dropped.
                let count = self.pixels.len() / 4;
                (0..count).for_each(|pixel| self.pixels.copy_within(pixel * 4..pixel * 4 + 3, pixel * 3));
                self.pixels.truncate(count * 3);
                RgbImage::from_raw(width, height, self.pixels).map(DynamicImage::from)
            }
            4 => RgbaImage::from_raw(width, height, self.pixels).map(DynamicImage::from),
            _ => RgbImage::from_raw(width, height, self.pixels).map(DynamicImage::from),
        }
    }

    /// Samples of a target pixel.
    fn out(&self) -> usize {
        target_channels(self.channels)
    }

    fn add_line(&mut self, share: f32) {
        for (sum, color) in self.sums.iter_mut().zip(&self.line) {
            add(Some(sum), *color, share);
        }
    }

    fn finish_row(&mut self) {
        let out = self.out();
        for [red, green, blue, alpha] in &mut self.sums {
            let color = |sum: f32| if *alpha > 0.0 { (sum / *alpha).round() as u8 } else { 0 };
            self.pixels.extend([color(*red), color(*green), color(*blue), alpha.round() as u8].into_iter().take(out));
        }
        self.sums.fill([0.0; 4]);
    }
}

/// The target's channels: gray becomes RGB; alpha is kept.
fn target_channels(channels: usize) -> usize {
    if channels.is_multiple_of(2) { 4 } else { 3 }
}

fn add(sum: Option<&mut [f32; 4]>, color: [f32; 4], share: f32) {
    if let Some(sum) = sum {
        for (sum, color) in sum.iter_mut().zip(color) {
            *sum += color * share;
        }
    }
}

/// Maps the `at`th of `from` columns (or rows) to `to` columns, where `to` is not larger: returns the column in which it begins,
/// its share of that one and its share of the next.
fn share(at: u32, from: u32, to: u32) -> (usize, f32, f32) {
    let (at, from, to) = (u64::from(at), u64::from(from.max(1)), u64::from(to));
    let target = at * to / from;
    let end = (at + 1) * to;
    let beyond = end.saturating_sub((target + 1) * from);
    let part = |of: u64| of as f32 / from as f32;
    (target as usize, part(to - beyond), part(beyond))
}

fn rgba(pixel: &[u8]) -> [u8; 4] {
    match *pixel {
        [grey] => [grey, grey, grey, 255],
        [grey, alpha] => [grey, grey, grey, alpha],
        [red, green, blue] => [red, green, blue, 255],
        [red, green, blue, alpha] => [red, green, blue, alpha],
        _ => [0; 4],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shrunk(width: u32, height: u32, channels: usize, pixel: impl Fn(u32, u32) -> Vec<u8>) -> DynamicImage {
        let mut shrinker = Shrinker::new(width, height, channels);
        for y in 0..height {
            shrinker.take(&(0..width).flat_map(|x| pixel(x, y)).collect::<Vec<_>>());
        }
        shrinker.finish().unwrap()
    }

    #[test]
    fn sizes_keep_their_ratio_and_small_pictures_their_size() {
        assert_eq!(stored_size(1200, 800), (1200, 800));
        assert_eq!(stored_size(2560, 1900), (2560, 1900));
        assert_eq!(stored_size(6000, 4000), (2560, 1706));
        assert_eq!(stored_size(8192, 1), (2560, 1));
        let (side, _) = stored_size(6000, 6000);
        assert_eq!(side, 2236);
    }

    #[test]
    fn the_pixels_of_a_small_picture_are_unchanged() {
        let picture = shrunk(3, 2, 3, |x, y| vec![x as u8, y as u8, 7]).into_rgb8();
        assert_eq!(picture.get_pixel(2, 1).0, [2, 1, 7]);
        let grey = shrunk(3, 2, 2, |x, _| vec![x as u8, 9]).into_rgba8();
        assert_eq!(grey.get_pixel(2, 1).0, [2, 2, 2, 9]);
    }

    #[test]
    fn a_pixel_of_a_reduced_picture_is_the_mean_of_what_it_covers() {
        // Each target pixel covers two black and two white pixels, also at the border.
        let picture = shrunk(5120, 40, 1, |x, y| vec![if (x + y) % 2 == 0 { 0 } else { 200 }]).into_rgb8();
        assert_eq!(picture.dimensions(), (2560, 20));
        assert!(picture.pixels().all(|pixel| pixel.0 == [100, 100, 100]));
        // A fractional ratio does not change the brightness.
        let picture = shrunk(7001, 31, 3, |_, _| vec![10, 20, 250]).into_rgb8();
        assert_eq!(picture.dimensions(), (2560, 11));
        assert!(picture.pixels().all(|pixel| pixel.0 == [10, 20, 250]));
    }

    #[test]
    fn transparent_pixels_add_no_color() {
        let picture = shrunk(5120, 2, 4, |x, _| if x % 2 == 0 { vec![250, 0, 0, 255] } else { vec![0, 250, 0, 0] }).into_rgba8();
        assert_eq!(picture.get_pixel(1, 0).0, [250, 0, 0, 128]);
    }

    #[test]
    fn an_opaque_alpha_channel_is_dropped() {
        let picture = shrunk(3, 2, 4, |x, y| vec![x as u8, y as u8, 7, 255]);
        assert_eq!(picture.as_rgb8().unwrap().get_pixel(2, 1).0, [2, 1, 7]);
    }

    #[test]
    fn a_picture_with_missing_rows_is_none() {
        let mut shrinker = Shrinker::new(4, 2, 1);
        shrinker.take(&[0; 4]);
        assert!(shrinker.finish().is_none());
    }
}
