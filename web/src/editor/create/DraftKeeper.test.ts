import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type CreateForm, deskCore, loadCore, loadDesk } from '@/core';
import { FakeDrafts } from '@/test/drafts';
import { DraftKeeper } from './DraftKeeper';

// What a page still sends when its test is over has somebody to answer it.
const server = setupServer(...new FakeDrafts().handlers);
let drafts: FakeDrafts;
let form: CreateForm;
let keeper: DraftKeeper;

beforeAll(async () => {
  await Promise.all([loadCore(), loadDesk()]);
  server.listen({ onUnhandledRequest: 'error' });
});
beforeEach(() => {
  sessionStorage.clear();
  drafts = new FakeDrafts();
  server.use(...drafts.handlers);
  form = deskCore().createDefaults();
});
afterEach(() => {
  keeper.stop();
  server.resetHandlers();
});
afterAll(() => server.close());

const named = (Race: string): CreateForm => ({ ...deskCore().createDefaults(), Race });

/** Opens the form as it stands. */
function open() {
  keeper = new DraftKeeper({
    get: () => form,
    set: (next) => {
      form = next;
    },
  });
  keeper.start();
}

/** Types a name, and lets the pause before the save on the server be over at once. */
function type(Race: string) {
  form = { ...form, Race };
  keeper.changed();
  dispatchEvent(new Event('online'));
}

const until = (what: () => void) => vi.waitFor(what, { timeout: 15_000 });

/** How many saves and deletions leave after an act, once every pause of the keeper is over. */
async function writesAfter(act: () => void): Promise<number> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const fetched = vi.spyOn(globalThis, 'fetch');
  try {
    act();
    await vi.advanceTimersByTimeAsync(120_000);
    return fetched.mock.calls.filter(([call]) => (call as Request).method !== 'GET').length;
  } finally {
    fetched.mockRestore();
    vi.useRealTimers();
  }
}

/** Holds the next save on its way: resolves once it has left, and gives what lets it arrive. */
function heldSave(): Promise<() => void> {
  return new Promise((left) => {
    drafts.onSave = () => new Promise((arrive) => left(arrive));
  });
}

test('each save is the next revision, and says when', async () => {
  open();
  type('Shore');
  await until(() => expect(keeper.get().savedAt).toBeDefined());
  expect(drafts.stored?.form.Race).toBe('Shore');
  type('Shore Half');
  await until(() => expect(drafts.stored?.form.Race).toBe('Shore Half'));
  expect(drafts.asked).toEqual(['PUT 1', 'PUT 2']);
});

test('what is typed during a save is saved after it, never beside it', async () => {
  const held = heldSave();
  open();
  type('Shore');
  const release = await held;
  form = { ...form, Race: 'Shore Half' };
  keeper.changed();
  drafts.onSave = async () => undefined;
  release();
  await until(() => expect(drafts.asked).toEqual(['PUT 1', 'PUT 2']));
  expect(drafts.stored?.form.Race).toBe('Shore Half');
});

test('a newer one elsewhere is never overwritten: both stay until one is chosen', async () => {
  open();
  type('Mine');
  await until(() => expect(drafts.asked).toEqual(['PUT 1']));
  drafts.saveElsewhere(named('Theirs'));
  type('Mine, longer');
  await until(() => expect(keeper.get().other).toMatchObject({ kind: 'newer', draft: { form: { Race: 'Theirs' } } }));
  expect(keeper.atRisk).toBe(true);
  expect(await writesAfter(() => type('Mine, longer still'))).toBe(0);
  expect(drafts.stored?.form.Race).toBe('Theirs');

  keeper.takeMine();
  await until(() => expect(drafts.stored?.form.Race).toBe('Mine, longer still'));
  expect(keeper.get().replaced?.Race).toBe('Theirs');
  keeper.bringBack();
  expect(form.Race).toBe('Theirs');
  expect(keeper.get().replaced?.Race).toBe('Mine, longer still');
});

test('the other one can be taken, and what stood here is not lost', async () => {
  open();
  type('Mine');
  await until(() => expect(drafts.asked).toEqual(['PUT 1']));
  drafts.saveElsewhere(named('Theirs'));
  // Coming back to the window asks what happened meanwhile.
  document.dispatchEvent(new Event('visibilitychange'));
  await until(() => expect(keeper.get().other?.kind).toBe('newer'));
  keeper.takeOther();
  expect(form.Race).toBe('Theirs');
  expect(keeper.get().replaced?.Race).toBe('Mine');
  type('Theirs, longer');
  await until(() => expect(drafts.stored?.form.Race).toBe('Theirs, longer'));
});

test('a draft is offered to a form opened elsewhere, and stays while something new is typed', async () => {
  drafts.saveElsewhere(named('From the office'));
  open();
  await until(() => expect(keeper.get().other?.kind).toBe('found'));
  expect(await writesAfter(() => type('Another race'))).toBe(0);
  expect(drafts.stored?.form.Race).toBe('From the office');
  // This race is made; the draft was of another.
  expect(await writesAfter(() => keeper.drop())).toBe(0);
  expect(drafts.asked).toEqual([]);
  expect(keeper.get().other?.kind).toBe('found');
});

test('a draft of an older form, which lacks fields, is a draft all the same', async () => {
  drafts.saveElsewhere({ Race: 'From last year' } as CreateForm);
  open();
  await until(() => expect(keeper.get().other?.kind).toBe('found'));
  keeper.takeOther();
  expect(form).toEqual(named('From last year'));
});

test('a draft that is discarded goes from the server, and can be brought back', async () => {
  drafts.saveElsewhere(named('Old'));
  open();
  await until(() => expect(keeper.get().other?.kind).toBe('found'));
  keeper.takeMine();
  await until(() => expect(drafts.asked).toEqual(['DELETE']));
  keeper.bringBack();
  expect(form.Race).toBe('Old');
  dispatchEvent(new Event('online'));
  await until(() => expect(drafts.stored?.form.Race).toBe('Old'));
});

test('without a connection it waits, says so, and catches up by itself', async () => {
  open();
  drafts.offline = true;
  type('Shore');
  await until(() => expect(keeper.get().trouble?.offline).toBe(true));
  expect(keeper.atRisk).toBe(true);
  drafts.offline = false;
  dispatchEvent(new Event('online'));
  await until(() => expect(drafts.stored?.form.Race).toBe('Shore'));
  await until(() => expect(keeper.get().trouble).toBeUndefined());
  expect(keeper.atRisk).toBe(false);
});

test('a reload goes on from its own save and asks nothing', async () => {
  open();
  type('Shore');
  await until(() => expect(drafts.asked).toEqual(['PUT 1']));
  keeper.stop();
  form = { ...form, Race: 'Shore Half' };
  open();
  await until(() => expect(keeper.get().savedAt).toBeDefined());
  expect(keeper.get().other).toBeUndefined();
});

test('an emptied form is forgotten, also while a save is on its way', async () => {
  open();
  const held = heldSave();
  type('Shore');
  const release = await held;
  form = deskCore().createDefaults();
  keeper.drop();
  release();
  await until(() => expect(drafts.asked).toEqual(['PUT 1', 'DELETE']));
  expect(drafts.stored).toBeUndefined();
  expect(sessionStorage.length).toBe(0);
});
