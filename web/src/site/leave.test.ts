/** What is left in a browser after a logout: nothing of whoever left. */
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { forgetPerson, hasUnsavedWords } from './leave';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

test('every answer goes, the timing desk\u2019s among them; that nobody is logged in stays known', async () => {
  const queries = new QueryClient();
  queries.setQueryData(['session'], { loggedIn: false });
  for (const key of [['timing', 'Shore Half'], ['allPageRaces'], ['race', 'Hidden'], ['own', 'draft']]) {
    queries.setQueryData(key, 'an answer');
  }
  await forgetPerson(queries);
  expect(
    queries
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([['session']]);
});

test('words go from both storages; what belongs to the browser stays', async () => {
  sessionStorage.setItem('splitline.createRace', '{}');
  sessionStorage.setItem('timing-draft:Shore Half', '{}');
  localStorage.setItem('splitline.edit:id:header', '{}');
  localStorage.setItem('theme', 'dark');
  expect(hasUnsavedWords()).toBe(true);
  await forgetPerson(new QueryClient());
  expect([Object.keys(sessionStorage), Object.keys(localStorage)]).toEqual([[], ['theme']]);
  expect(hasUnsavedWords()).toBe(false);
});

test('a create form that the server has is not asked about', () => {
  sessionStorage.setItem('splitline.createRace', '{}');
  expect(hasUnsavedWords()).toBe(false);
});
