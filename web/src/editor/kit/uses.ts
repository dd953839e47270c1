import type { PictureUse } from '@/ui';

const PHOTO = { id: 'photo', label: '3:2', ratio: 3 / 2 };
const SQUARE = { id: 'square', label: '1:1', ratio: 1 };
const FREE = { id: 'free', label: 'Free' };

/** The shapes and sizes of a race's pictures, by what they are used for. */
export const USES = {
  // 1200 by 800 (SPEC §9). An uncropped picture is cut off by the card's frame, so a tall one needs more pixels on its longer side.
  card: { shapes: [PHOTO], cropped: 1200, uncropped: 1600 },
  prize: { shapes: [SQUARE, FREE], cropped: 1200, uncropped: 1200 },
  logo: { shapes: [FREE, SQUARE], cropped: 800, uncropped: 800 },
  memory: { shapes: [PHOTO, FREE], cropped: 1600, uncropped: 1600 },
} satisfies Record<string, PictureUse>;
