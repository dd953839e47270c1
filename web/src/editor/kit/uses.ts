import type { PictureUse } from '@/ui';

const PHOTO = { id: 'photo', label: '3:2', ratio: 3 / 2 };
const SQUARE = { id: 'square', label: '1:1', ratio: 1 };
const FREE = { id: 'free', label: 'Free' };

/** What the pictures of a race are for. */
export const USES = {
  // 1200 by 800 (SPEC §9); uncut, a card's picture is covered by its frame, so a tall one needs more of its length.
  card: { shapes: [PHOTO], cut: 1200, whole: 1600 },
  prize: { shapes: [SQUARE, FREE], cut: 1200, whole: 1200 },
  logo: { shapes: [FREE, SQUARE], cut: 800, whole: 800 },
  memory: { shapes: [PHOTO, FREE], cut: 1600, whole: 1600 },
} satisfies Record<string, PictureUse>;
