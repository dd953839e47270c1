import type { CourseView } from '@/core';

/** A drawn course for tests: 10 km straight to the right, uphill. */
export const aCourse = (over: Partial<CourseView> = {}): CourseView => ({
  contest: '10K',
  width: 1000,
  height: 360,
  line: [
    [0, 180, 0],
    [1000, 180, 10_000],
  ],
  marks: [
    { kind: 'km', label: '5 km', x: 500, y: 180, share: 0.5, distance: '5 km · 3.11 mi', elevation: '' },
    { kind: 'start', label: 'Start', x: 0, y: 180, share: 0, distance: '0 km · 0.00 mi', elevation: '10 m · 33 ft' },
    { kind: 'split', label: '5K', x: 500, y: 180, share: 0.5, distance: '5 km · 3.11 mi', elevation: '35 m · 115 ft' },
    {
      kind: 'finish',
      label: 'Finish',
      x: 1000,
      y: 180,
      share: 1,
      distance: '10 km · 6.21 mi',
      elevation: '60 m · 197 ft',
    },
  ],
  profile: {
    width: 1000,
    height: 200,
    line: [
      [0, 190],
      [1000, 10],
    ],
    highest: '60 m · 197 ft',
    lowest: '10 m · 33 ft',
  },
  summary: '10 km · 6.21 mi, 50 m (164 ft) up, 0 m (0 ft) down',
  note: '',
  ...over,
});
