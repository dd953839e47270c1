/** After a logout the browser contains none of the user's data. */
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { clearUserData, hasUnsavedText } from './logout';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

test('all query results are deleted, including those of the timing desk; only the session stays', async () => {
  const queries = new QueryClient();
  queries.setQueryData(['session'], { loggedIn: false });
  for (const key of [['timing', 'Shore Half'], ['allPageRaces'], ['race', 'Hidden'], ['own', 'draft']]) {
    queries.setQueryData(key, 'an answer');
  }
  await clearUserData(queries);
  expect(
    queries
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([['session']]);
});

test('typed text and followed runners are deleted from both storages; settings of the browser stay', async () => {
  sessionStorage.setItem('splitline.createRace', '{}');
  sessionStorage.setItem('timing-draft:Shore Half', '{}');
  localStorage.setItem('splitline.edit:id:header', '{}');
  localStorage.setItem('follow:["r1","101"]', '{}');
  localStorage.setItem('followNotices:r1', '{}');
  localStorage.setItem('theme', 'dark');
  expect(hasUnsavedText()).toBe(true);
  await clearUserData(new QueryClient());
  expect([Object.keys(sessionStorage), Object.keys(localStorage)]).toEqual([[], ['theme']]);
  expect(hasUnsavedText()).toBe(false);
});

test('the text of the create form does not count as unsaved, because the server has a draft', () => {
  sessionStorage.setItem('splitline.createRace', '{}');
  expect(hasUnsavedText()).toBe(false);
});
