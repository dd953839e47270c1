//! Removes PNG's ancillary chunks before decoding: the color profile of a small file can unpack to hundreds of megabytes.

use std::io::{Error, ErrorKind, Read, Result, Write};

const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a];
/// The chunks that define a picture's pixels.
const PIXEL_CHUNKS: [&[u8; 4]; 5] = [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"];
/// The orientation of the camera; kept when it is small.
const EXIF: &[u8; 4] = b"eXIf";
const LONGEST_EXIF: u32 = 64 * 1024;

/// Writes the same picture with only its pixels and, when small, its EXIF. An animation keeps only its first frame.
pub(crate) fn without_ancillary_chunks(mut file: impl Read, bare: &mut impl Write) -> Result<()> {
    let mut signature = [0; 8];
    file.read_exact(&mut signature)?;
    if signature != SIGNATURE {
        return Err(Error::new(ErrorKind::InvalidData, "no PNG signature"));
    }
    bare.write_all(&signature)?;
    loop {
        let (mut length, mut name) = ([0; 4], [0; 4]);
        file.read_exact(&mut length)?;
        file.read_exact(&mut name)?;
        let size = u32::from_be_bytes(length);
        // The chunk's data and its checksum.
        let rest = u64::from(size) + 4;
        let keep = PIXEL_CHUNKS.contains(&&name) || (&name == EXIF && size <= LONGEST_EXIF);
        if keep {
            bare.write_all(&length)?;
            bare.write_all(&name)?;
        }
        let copied = if keep {
            std::io::copy(&mut file.by_ref().take(rest), bare)?
        } else {
            std::io::copy(&mut file.by_ref().take(rest), &mut std::io::sink())?
        };
        if copied != rest {
            return Err(Error::new(ErrorKind::UnexpectedEof, "a chunk ends early"));
        }
        if &name == b"IEND" {
            return bare.flush();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let mut chunk = u32::try_from(data.len()).unwrap().to_be_bytes().to_vec();
        chunk.extend_from_slice(name);
        chunk.extend_from_slice(data);
        chunk.extend_from_slice(&[1, 2, 3, 4]);
        chunk
    }

    #[test]
    fn only_the_chunks_of_the_pixels_are_kept() {
        let parts =
            [chunk(b"IHDR", b"h"), chunk(b"iCCP", &[7; 9000]), chunk(b"fdAT", b"f"), chunk(b"IDAT", b"d"), chunk(b"IEND", b"")];
        let file = [SIGNATURE.to_vec(), parts.concat(), b"after the end".to_vec()].concat();
        let mut bare = Vec::new();
        without_ancillary_chunks(file.as_slice(), &mut bare).unwrap();
        assert_eq!(bare, [SIGNATURE.to_vec(), chunk(b"IHDR", b"h"), chunk(b"IDAT", b"d"), chunk(b"IEND", b"")].concat());
    }

    #[test]
    fn a_chunk_with_a_wrong_length_is_refused() {
        let mut lie = chunk(b"IDAT", b"d");
        lie[0] = 0xff;
        assert!(without_ancillary_chunks([SIGNATURE.to_vec(), lie].concat().as_slice(), &mut Vec::new()).is_err());
    }
}
