import { expect, test } from 'vitest';
import { bodyFiles, fileProgress } from './progress';

const file = (name: string, size: number) => new File([new Uint8Array(size)], name);

function body() {
  const data = new FormData();
  data.append('Race', 'Verrazzano Half');
  data.append('raceLogo', file('card.jpg', 100));
  data.append('communityPartnerImages', new File([], ''));
  data.append('communityPartnerImages', file('logo.png', 300));
  return data;
}

test('lists the files of a body in the order of sending, each with its index in its field', () => {
  expect(bodyFiles(body())).toEqual([
    { field: 'raceLogo', at: 0, name: 'card.jpg', size: 100 },
    { field: 'communityPartnerImages', at: 1, name: 'logo.png', size: 300 },
  ]);
});

test.each([
  ['nothing is sent', 0, [0, 0]],
  ['only the texts are sent', 50, [0, 0]],
  ['half of the first file is sent', 100, [0.5, 0]],
  ['the first file is sent', 150, [1, 0]],
  ['a third of the second file is sent', 250, [1, 1 / 3]],
  ['everything is sent', 450, [1, 1]],
])('%s', (_, loaded, expected) => {
  // 50 of the 450 bytes are texts and boundaries.
  expect(fileProgress(bodyFiles(body()), loaded, 450)).toEqual(expected);
});

test('a body without files has no progress', () => {
  expect(fileProgress([], 10, 10)).toEqual([]);
});
