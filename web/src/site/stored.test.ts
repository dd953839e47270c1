import { beforeAll, beforeEach, expect, test } from 'vitest';
import { core, loadCore } from '@/core';
import { openStored, useStored } from './stored';

beforeAll(async () => {
  await loadCore();
});
beforeEach(() => localStorage.clear());

const state = () => {
  const { setLoggedIn, reset, ...fields } = useStored.getState();
  return fields;
};

test('another version, or none, clears everything that is stored', () => {
  for (const version of [undefined, '0.9']) {
    localStorage.clear();
    if (version) localStorage.setItem('storageVersion', version);
    localStorage.setItem('isLoggedIn', 'true');
    localStorage.setItem('theme', 'dark');
    openStored();
    expect({ ...localStorage }).toEqual({ storageVersion: '1.0' });
    expect(state()).toEqual(core().storedDefaults());
  }
});

test('the same version keeps what it finds, field by field, and drops what is not of its kind', () => {
  localStorage.setItem('storageVersion', '1.0');
  localStorage.setItem('isLoggedIn', 'true');
  localStorage.setItem('activeTitle', '"Half hero"');
  localStorage.setItem('raceCounts', '{"fiveK":2,"tenK":1,"half":0}');
  localStorage.setItem('top1', '"yes"');
  localStorage.setItem('top3', 'not json');
  localStorage.setItem('theme', 'dark');
  openStored();
  expect(state()).toEqual({
    ...core().storedDefaults(),
    isLoggedIn: true,
    activeTitle: 'Half hero',
    raceCounts: { fiveK: 2, tenK: 1, half: 0 },
  });
  expect(localStorage.getItem('theme')).toBe('dark');
});

test('each field is stored under its own name; a reset brings the defaults and removes the keys', () => {
  localStorage.setItem('storageVersion', '1.0');
  openStored();
  useStored.getState().setLoggedIn(true);
  expect(localStorage.getItem('isLoggedIn')).toBe('true');
  expect(localStorage.getItem('fastestTimes')).toBe('{"5K":null,"10K":null,"HALF":null}');
  useStored.getState().reset();
  expect(state()).toEqual(core().storedDefaults());
  expect({ ...localStorage }).toEqual({ storageVersion: '1.0' });
});
