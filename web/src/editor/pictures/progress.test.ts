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

test('the files of a body in the order they leave, each at its place in its field', () => {
  expect(bodyFiles(body())).toEqual([
    { field: 'raceLogo', at: 0, name: 'card.jpg', size: 100 },
    { field: 'communityPartnerImages', at: 1, name: 'logo.png', size: 300 },
  ]);
});

test.each([
  ['nothing has left', 0, [0, 0]],
  ['the texts alone', 50, [0, 0]],
  ['half of the first file', 100, [0.5, 0]],
  ['the first file', 150, [1, 0]],
  ['a third of the second', 250, [1, 1 / 3]],
  ['everything', 450, [1, 1]],
])('%s', (_, loaded, wanted) => {
  // 50 bytes are texts and boundaries.
  expect(fileProgress(bodyFiles(body()), loaded, 450)).toEqual(wanted);
});

test('a body without files has nothing to show', () => {
  expect(fileProgress([], 10, 10)).toEqual([]);
});
