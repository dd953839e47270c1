import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { API, beLoggedIn, openSite, setWidth, withServer } from '@/test/app';
import { deskServer, emptyDesk } from '@/test/timing';
import type { DeskAnswer } from './api';
import { SEND_MS } from './useStart';

const server = withServer();

type Setup = NonNullable<DeskAnswer['setup']>;
type Guns = { guns: { contest: string; wave?: string; gun: string | null; replaces?: string }[]; press?: string };

/** The moment at which the tests happen, by the server's clock: 8:30:00 AM in New York on the day of the race. */
const NOW = Date.parse('2030-06-15T12:30:00.000Z');
/** How far this device's clock is fast. */
const FAST_MS = 95_000;

const contest: Setup['contests'][number] = {
  name: '10K',
  distanceMetres: 10_000,
  gun: null,
  ranking: 'gun',
  sport: 'run',
  acceptUnlisted: false,
  bibs: [{ from: 1, to: 999 }],
  waves: [],
  start: { mats: ['LINE'], minimumLapSeconds: 600 },
  splits: [],
  finish: { mats: ['LINE'], minimumSeconds: 1500, leg: 'run' },
};
const wave = (name: string, gun: string | null) => ({ name, gun, bibs: [], waveNames: [] });

let setup: Setup;
let marks: { marks: object[]; from: object[] };
let sent: Guns[];
/** What the server answers to guns; undefined when it can't be reached. */
let answer: ((guns: Guns) => Response) | undefined;

const ok = () => HttpResponse.json({ setup, setupVersion: 'v2' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: NOW + FAST_MS });
  localStorage.clear();
  sessionStorage.clear();
  setWidth(390);
  beLoggedIn('admin');
  sent = [];
  answer = ok;
  marks = { marks: [], from: [] };
  setup = {
    contests: [
      contest,
      {
        ...contest,
        name: 'Half',
        bibs: [],
        waves: [wave('First', null), wave('Second', '2030-06-15T08:00:00.000-04:00')],
      },
    ],
    timerCodes: [],
    ageBands: [],
  };
  server.use(
    // The device's clock is fast; the server's is not.
    http.get(`${API}/clock`, () => HttpResponse.json({ now: Date.now() - FAST_MS })),
    http.get(`${API}/timing/:race/marks`, () => HttpResponse.json(marks)),
    http.get(`${API}/timing/:race`, () =>
      HttpResponse.json({ ...emptyDesk(), setup, entrants: 0, now: Date.now() - FAST_MS } satisfies DeskAnswer),
    ),
    http.post(`${API}/timing/:race/guns`, async ({ request }) => {
      const guns = (await request.json()) as Guns;
      if (!answer) return HttpResponse.error();
      sent.push(guns);
      return answer(guns);
    }),
    ...deskServer(),
  );
});
afterEach(() => vi.useRealTimers());

async function openStart() {
  openSite('/Timing?race=Shore%20Half');
  await screen.findByText(/This device's clock is 95.0 s fast/);
  return userEvent.setup({ delay: null });
}

const fire = () => screen.getByRole('button', { name: /^Fire now/ });
const kept = () => screen.findByRole('region', { name: 'Starts on this device' });

describe('the start', () => {
  test('starts every wave without a gun with one press, at the right moment on a phone that is 95 s fast', async () => {
    const person = await openStart();
    expect(fire().textContent).toContain('10K, Half, First');
    await person.click(fire());
    expect(await within(await kept()).findByText('Sent. This gun counts.')).toBeTruthy();
    const gun = '2030-06-15T08:30:00.000-04:00';
    expect(sent).toEqual([
      {
        guns: [
          { contest: '10K', gun },
          { contest: 'Half', wave: 'First', gun },
        ],
        origin: 'button',
        press: expect.any(String),
        confirmed: false,
      },
    ]);
    await person.click(screen.getByRole('button', { name: 'Close' }));
    expect(Object.keys(localStorage).filter((key) => key.startsWith('timing-start:'))).toEqual([]);
  });

  test('is kept while the server can’t be reached, also when the page is loaded again, and sent once', async () => {
    answer = undefined;
    const person = await openStart();
    await person.click(fire());
    expect(await within(await kept()).findByText(/not sent yet/)).toBeTruthy();
    const stored = Object.keys(localStorage).filter((key) => key.startsWith('timing-start:'));
    expect(stored).toHaveLength(1);
    cleanup();
    vi.setSystemTime(NOW + FAST_MS + 600_000);
    openSite('/Timing?race=Shore%20Half');
    expect(await within(await kept()).findByText(/not sent yet/)).toBeTruthy();
    answer = ok;
    await act(() => vi.advanceTimersByTimeAsync(SEND_MS + 50));
    expect(await within(await kept()).findByText('Sent. This gun counts.')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(3 * SEND_MS));
    expect(sent.map((one) => one.guns[0]?.gun)).toEqual(['2030-06-15T08:30:00.000-04:00']);
  });

  test('rests after a press: nothing is chosen, and a second press starts nobody', async () => {
    const person = await openStart();
    await person.click(screen.getByRole('checkbox', { name: /^Half, First/ }));
    await person.dblClick(fire());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.guns.map((one) => one.contest)).toEqual(['10K']);
    // Its focus stays: it must not fall to the page's beginning.
    expect(fire().getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(fire());
    expect(screen.getAllByRole('checkbox').some((box) => (box as HTMLInputElement).checked)).toBe(false);
  });

  test('of a wave that waits to be sent asks first, and the oldest press is sent first', async () => {
    answer = undefined;
    const person = await openStart();
    await person.click(screen.getByRole('checkbox', { name: /^Half, First/ }));
    await person.click(fire());
    expect(await within(await kept()).findByText(/not sent yet/)).toBeTruthy();
    const line = screen.getByRole('checkbox', { name: /^10K Fired 8:30:00.0 AM, kept on this device/ });
    vi.setSystemTime(NOW + FAST_MS + 5_000);
    await person.click(line);
    await person.click(fire());
    expect(
      await within(await kept()).findByText(/10K has a gun, which this one replaces: Fired 8:30:00.0 AM/),
    ).toBeTruthy();
    // No toast covers the question and its buttons, which a screen reader hears from the start itself.
    expect(screen.queryByRole('region', { name: 'Messages' })).toBeNull();
    expect(
      screen.getAllByRole('status').some((one) => /Kept on this device, not sent\. 10K has/.test(one.textContent)),
    ).toBe(true);
    await person.click(screen.getByRole('button', { name: 'Yes, send it' }));
    answer = ok;
    await act(() => vi.advanceTimersByTimeAsync(2 * SEND_MS));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map((one) => one.guns[0]?.gun)).toEqual([
      '2030-06-15T08:30:00.000-04:00',
      '2030-06-15T08:30:05.000-04:00',
    ]);
  });

  test('asks from what stands now: the first press was sent meanwhile', async () => {
    answer = undefined;
    const person = await openStart();
    await person.click(screen.getByRole('checkbox', { name: /^Half, First/ }));
    await person.click(fire());
    vi.setSystemTime(NOW + FAST_MS + 5_000);
    await person.click(screen.getByRole('checkbox', { name: /^10K Fired 8:30:00.0 AM, kept on this device/ }));
    await person.click(fire());
    const first = '2030-06-15T08:30:00.000-04:00';
    answer = () => {
      setup = { ...setup, contests: setup.contests.map((one) => (one.name === '10K' ? { ...one, gun: first } : one)) };
      return ok();
    };
    await act(() => vi.advanceTimersByTimeAsync(3 * SEND_MS));
    const starts = await kept();
    expect(
      await within(starts).findByText(/10K has a gun, which this one replaces: Gun 8:30:00.0 AM, by hand/),
    ).toBeTruthy();
    expect(within(starts).queryByText(/until it is sent/)).toBeNull();
    await person.click(within(starts).getByRole('button', { name: 'Yes, send it' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.guns).toEqual([{ contest: '10K', gun: '2030-06-15T08:30:05.000-04:00', replaces: first }]);
  });

  test('keeps which waves are chosen when the page is loaded again', async () => {
    const person = await openStart();
    await person.click(screen.getByRole('checkbox', { name: /^Half, First/ }));
    cleanup();
    await openStart();
    const box = (name: RegExp) => screen.getByRole('checkbox', { name }) as HTMLInputElement;
    expect(box(/^10K/).checked).toBe(true);
    expect(box(/^Half, First/).checked).toBe(false);
    await person.click(fire());
    await waitFor(() => expect(sent).toHaveLength(1));
    cleanup();
    await openStart();
    expect(screen.getAllByRole('checkbox').some((one) => (one as HTMLInputElement).checked)).toBe(false);
  });

  test('of a wave that has a gun asks first, with the moment of the press', async () => {
    const person = await openStart();
    await person.click(screen.getByRole('checkbox', { name: /^Half, Second/ }));
    await person.click(fire());
    const asks = await kept();
    expect(
      await within(asks).findByText(/Half, Second has a gun, which this one replaces: Gun 8:00:00.0 AM/),
    ).toBeTruthy();
    vi.setSystemTime(NOW + FAST_MS + 60_000);
    expect(sent).toEqual([]);
    await person.click(within(asks).getByRole('button', { name: 'Yes, send it' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.guns[2]).toEqual({
      contest: 'Half',
      wave: 'Second',
      gun: '2030-06-15T08:30:00.000-04:00',
      replaces: '2030-06-15T08:00:00.000-04:00',
    });
  });

  test('on another day than the race asks first, and can be thrown away', async () => {
    vi.setSystemTime(NOW + FAST_MS - 86_400_000);
    const person = await openStart();
    await person.click(fire());
    expect(
      await within(await kept()).findByText(/The race is on June 15, 2030, but this gun is of June 14, 2030/),
    ).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Throw it away' }));
    expect(screen.queryByRole('region', { name: 'Starts on this device' })).toBeNull();
    expect(sent).toEqual([]);
  });

  test('that somebody else has fired meanwhile is a person’s decision', async () => {
    const theirs = '2030-06-15T08:29:59.800-04:00';
    answer = () => {
      const now = {
        ...setup,
        contests: setup.contests.map((one) => ({ ...one, gun: one.waves.length > 0 ? null : theirs })),
      };
      const message = 'The gun of 10K stands at 8:29:59.800 AM.';
      return HttpResponse.json({ code: 'GUN_STANDS', message, setup: now, setupVersion: 'v2' }, { status: 409 });
    };
    const person = await openStart();
    await person.click(fire());
    expect(await within(await kept()).findByText(/The gun of 10K stands at 8:29:59.800 AM/)).toBeTruthy();
    answer = ok;
    await person.click(screen.getByRole('button', { name: 'This press counts' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.guns[0]?.replaces).toBe(theirs);
    expect(sent[1]?.press).toBe(sent[0]?.press);
  });

  test('takes the mark of a box for the chosen waves; one of another day is said and asked', async () => {
    const mark = { kind: 'gun', mat: 'START', source: 'box 7', detail: 'Button Press' };
    marks.marks = [
      { id: 1, time: NOW - 86_400_000, ...mark },
      { id: 2, time: NOW + 310, ...mark },
    ];
    const person = await openStart();
    const list = await screen.findByRole('list', { name: 'Guns of the boxes' });
    const [today, yesterday] = within(list).getAllByRole('listitem');
    expect(today?.textContent).toContain('8:30:00.3 AM');
    expect(yesterday?.textContent).toContain("Of June 14, 2030, not of the race's day");
    await person.click(within(today!).getByRole('button'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      guns: [{ gun: '2030-06-15T08:30:00.310-04:00' }, { wave: 'First' }],
      origin: 'mark',
    });
    for (const name of [/^10K/, /^Half, First/]) {
      const box = screen.getByRole<HTMLInputElement>('checkbox', { name });
      await waitFor(() => expect(box.checked).toBe(false));
      await person.click(box);
    }
    await person.click(within(yesterday!).getByRole('button'));
    const ask = await screen.findByRole('alertdialog');
    expect(ask.textContent).toContain('this gun is of June 14, 2030');
    await person.click(within(ask).getByRole('button', { name: 'Use it' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({ confirmed: true });
  });

  test('who is ticked while the desk is loaded anew after a mark was used stays ticked', async () => {
    marks.marks = [{ id: 1, time: NOW, kind: 'gun', mat: 'START', source: 'box 7', detail: 'Button Press' }];
    const person = await openStart();
    const list = await screen.findByRole('list', { name: 'Guns of the boxes' });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let heldDesks = 0;
    server.use(
      http.get(`${API}/timing/:race`, async () => {
        heldDesks += 1;
        await held;
        return HttpResponse.json({ ...emptyDesk(), setup, entrants: 0, now: NOW } satisfies DeskAnswer);
      }),
    );
    await person.click(within(list).getByRole('button'));
    await waitFor(() => expect(heldDesks).toBeGreaterThan(0));
    const [first, other] = [/^10K/, /^Half, Second/].map((name) =>
      screen.getByRole<HTMLInputElement>('checkbox', { name }),
    );
    await waitFor(() => expect(first?.checked).toBe(false));
    await person.click(other!);
    release();
    expect(await screen.findByText('10K, Half, First: gun set')).toBeTruthy();
    expect(other?.checked).toBe(true);
    expect(first?.checked).toBe(false);
  });

  test('a gun is taken back after a question', async () => {
    const person = await openStart();
    await person.click(screen.getByRole('button', { name: 'Take back: Half, Second' }));
    await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Take back' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.guns).toEqual([
      { contest: 'Half', wave: 'Second', gun: null, replaces: '2030-06-15T08:00:00.000-04:00' },
    ]);
  });
});
