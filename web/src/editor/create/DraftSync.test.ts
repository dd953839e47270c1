import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type CreateForm, deskCore, loadCore, loadDesk } from '@/core';
import { FakeDrafts } from '@/test/drafts';
import { DraftSync } from './DraftSync';

// Default handlers, for requests that the page still sends when its test is over.
const server = setupServer(...new FakeDrafts().handlers);
let drafts: FakeDrafts;
let form: CreateForm;
let sync: DraftSync;

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
  sync.stop();
  server.resetHandlers();
});
afterAll(() => server.close());

const named = (Race: string): CreateForm => ({ ...deskCore().createDefaults(), Race });

/** Opens the form with its current content. */
function open() {
  sync = new DraftSync({
    get: () => form,
    set: (next) => {
      form = next;
    },
  });
  sync.start();
}

/** Types a name, and skips the pause before the save on the server. */
function type(Race: string) {
  form = { ...form, Race };
  sync.changed();
  dispatchEvent(new Event('online'));
}

const until = (what: () => void) => vi.waitFor(what, { timeout: 15_000 });

/** Runs an action, lets all timers elapse, and returns how many saves and deletions were sent. */
async function writesAfter(act: () => void): Promise<number> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const fetchSpy = vi.spyOn(globalThis, 'fetch');
  try {
    act();
    await vi.advanceTimersByTimeAsync(120_000);
    return fetchSpy.mock.calls.filter(([call]) => (call as Request).method !== 'GET').length;
  } finally {
    fetchSpy.mockRestore();
    vi.useRealTimers();
  }
}

/** Delays the next save on the server: resolves once it was sent, with a function that lets it complete. */
function heldSave(): Promise<() => void> {
  return new Promise((left) => {
    drafts.onSave = () => new Promise((arrive) => left(arrive));
  });
}

test('each save has the next revision and reports its time', async () => {
  open();
  type('Shore');
  await until(() => expect(sync.get().savedAt).toBeDefined());
  expect(drafts.stored?.form.Race).toBe('Shore');
  type('Shore Half');
  await until(() => expect(drafts.stored?.form.Race).toBe('Shore Half'));
  expect(drafts.requests).toEqual(['PUT 1', 'PUT 2']);
});

test('what is typed during a save is saved after it, never at the same time', async () => {
  const held = heldSave();
  open();
  type('Shore');
  const release = await held;
  form = { ...form, Race: 'Shore Half' };
  sync.changed();
  drafts.onSave = async () => undefined;
  release();
  await until(() => expect(drafts.requests).toEqual(['PUT 1', 'PUT 2']));
  expect(drafts.stored?.form.Race).toBe('Shore Half');
});

test('a newer draft from elsewhere is never overwritten: both are kept until one is chosen', async () => {
  open();
  type('Mine');
  await until(() => expect(drafts.requests).toEqual(['PUT 1']));
  drafts.saveElsewhere(named('Theirs'));
  type('Mine, longer');
  await until(() => expect(sync.get().other).toMatchObject({ kind: 'newer', draft: { form: { Race: 'Theirs' } } }));
  expect(sync.lostOnClose).toBe(true);
  expect(await writesAfter(() => type('Mine, longer still'))).toBe(0);
  expect(drafts.stored?.form.Race).toBe('Theirs');

  sync.takeMine();
  await until(() => expect(drafts.stored?.form.Race).toBe('Mine, longer still'));
  expect(sync.get().replaced?.Race).toBe('Theirs');
  sync.restoreReplaced();
  expect(form.Race).toBe('Theirs');
  expect(sync.get().replaced?.Race).toBe('Mine, longer still');
});

test('the other draft can be taken, and the replaced form is not lost', async () => {
  open();
  type('Mine');
  await until(() => expect(drafts.requests).toEqual(['PUT 1']));
  drafts.saveElsewhere(named('Theirs'));
  // Returning to the window checks for a newer draft.
  document.dispatchEvent(new Event('visibilitychange'));
  await until(() => expect(sync.get().other?.kind).toBe('newer'));
  sync.takeOther();
  expect(form.Race).toBe('Theirs');
  expect(sync.get().replaced?.Race).toBe('Mine');
  type('Theirs, longer');
  await until(() => expect(drafts.stored?.form.Race).toBe('Theirs, longer'));
});

test('a draft is offered to a form opened elsewhere, and is kept while another race is typed', async () => {
  drafts.saveElsewhere(named('From the office'));
  open();
  await until(() => expect(sync.get().other?.kind).toBe('found'));
  expect(await writesAfter(() => type('Another race'))).toBe(0);
  expect(drafts.stored?.form.Race).toBe('From the office');
  // This race was created; the stored draft is of another one.
  expect(await writesAfter(() => sync.drop())).toBe(0);
  expect(drafts.requests).toEqual([]);
  expect(sync.get().other?.kind).toBe('found');
});

test('the replaced draft can still be restored after the race was created', async () => {
  drafts.saveElsewhere(named('Old'));
  open();
  await until(() => expect(sync.get().other?.kind).toBe('found'));
  sync.takeMine();
  sync.drop();
  expect(sync.get().replaced?.Race).toBe('Old');
});

test('a draft of an older version that lacks fields can still be taken', async () => {
  drafts.saveElsewhere({ Race: 'From last year' } as CreateForm);
  open();
  await until(() => expect(sync.get().other?.kind).toBe('found'));
  sync.takeOther();
  expect(form).toEqual(named('From last year'));
});

test('a discarded draft is deleted from the server and can be restored', async () => {
  drafts.saveElsewhere(named('Old'));
  open();
  await until(() => expect(sync.get().other?.kind).toBe('found'));
  sync.takeMine();
  await until(() => expect(drafts.requests).toEqual(['DELETE']));
  sync.restoreReplaced();
  expect(form.Race).toBe('Old');
  dispatchEvent(new Event('online'));
  await until(() => expect(drafts.stored?.form.Race).toBe('Old'));
});

test('without a connection it reports the failure, waits, and saves once the connection is back', async () => {
  open();
  drafts.offline = true;
  type('Shore');
  await until(() => expect(sync.get().failure?.offline).toBe(true));
  expect(sync.lostOnClose).toBe(true);
  drafts.offline = false;
  dispatchEvent(new Event('online'));
  await until(() => expect(drafts.stored?.form.Race).toBe('Shore'));
  await until(() => expect(sync.get().failure).toBeUndefined());
  expect(sync.lostOnClose).toBe(false);
});

test('a reload continues from its own save and offers no choice', async () => {
  open();
  type('Shore');
  await until(() => expect(drafts.requests).toEqual(['PUT 1']));
  sync.stop();
  form = { ...form, Race: 'Shore Half' };
  open();
  await until(() => expect(sync.get().savedAt).toBeDefined());
  expect(sync.get().other).toBeUndefined();
});

test('clearing the form deletes the draft, also while a save is in progress', async () => {
  open();
  const held = heldSave();
  type('Shore');
  const release = await held;
  form = deskCore().createDefaults();
  sync.drop();
  release();
  await until(() => expect(drafts.requests).toEqual(['PUT 1', 'DELETE']));
  expect(drafts.stored).toBeUndefined();
  expect(sessionStorage.length).toBe(0);
});
