import { beforeAll, beforeEach, expect, test } from 'vitest';
import { core, loadCore } from '@/core';
import { loadStoredState, useStoredState } from './stored';

beforeAll(async () => {
  await loadCore();
});
beforeEach(() => localStorage.clear());

const state = () => {
  const { setLoggedIn, reset, ...fields } = useStoredState.getState();
  return fields;
};

test('when the stored version is another one or missing, everything that is stored is deleted', () => {
  for (const version of [undefined, '0.9']) {
    localStorage.clear();
    if (version) localStorage.setItem('storageVersion', version);
    localStorage.setItem('isLoggedIn', 'true');
    localStorage.setItem('theme', 'dark');
    loadStoredState();
    expect({ ...localStorage }).toEqual({ storageVersion: '1.0' });
    expect(state()).toEqual(core().storedDefaults());
  }
});

test('with the same version each valid field is kept, and a value of the wrong type is dropped', () => {
  localStorage.setItem('storageVersion', '1.0');
  localStorage.setItem('isLoggedIn', 'true');
  localStorage.setItem('activeTitle', '"Half hero"');
  localStorage.setItem('raceCounts', '{"fiveK":2,"tenK":1,"half":0}');
  localStorage.setItem('top1', '"yes"');
  localStorage.setItem('top3', 'not json');
  localStorage.setItem('theme', 'dark');
  loadStoredState();
  expect(state()).toEqual({
    ...core().storedDefaults(),
    isLoggedIn: true,
    activeTitle: 'Half hero',
    raceCounts: { fiveK: 2, tenK: 1, half: 0 },
  });
  expect(localStorage.getItem('theme')).toBe('dark');
});

test('each field is stored under its own key; a reset restores the defaults and removes the keys', () => {
  localStorage.setItem('storageVersion', '1.0');
  loadStoredState();
  useStoredState.getState().setLoggedIn(true);
  expect(localStorage.getItem('isLoggedIn')).toBe('true');
  expect(localStorage.getItem('fastestTimes')).toBe('{"5K":null,"10K":null,"HALF":null}');
  useStoredState.getState().reset();
  expect(state()).toEqual(core().storedDefaults());
  expect({ ...localStorage }).toEqual({ storageVersion: '1.0' });
});
