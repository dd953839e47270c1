import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { boxesOf, raceByApi, setUpByCommand, startAt } from './races';
import { expect, type Splitline } from './server';

/** The race of the walk. */
export const RACE = 'Harbor 10K';
/** Milliseconds of a minute. */
export const MINUTE = 60_000;

/** The list of the walk's forty runners, bibs 101 to 140 with chips C101 to C140, and a line that can't be read. */
export const LIST = [
  'bib,firstname,lastname,gender,age,contest,wave,chip',
  ...Array.from({ length: 40 }, (_, at) => `${101 + at},Ada${at},Miller,f,34,10K,Second,C${101 + at}`),
  '141,Late,Miller,f,thirty,10K,Second,C141',
].join('\n');

/** A 10K with two waves, neither of them started. */
const setup = {
  contests: [
    {
      name: '10K',
      distanceMetres: 10_000,
      gun: null,
      ranking: 'chip',
      bibs: [],
      acceptUnlisted: false,
      sport: 'run',
      waves: [
        { name: 'First', gun: null, bibs: [{ from: 1, to: 99 }] },
        { name: 'Second', gun: null, bibs: [{ from: 100, to: 999 }] },
      ],
      start: { mats: ['START'], minimumLapSeconds: 600 },
      splits: [{ label: '5K', metres: 5000, mats: ['5K'], minimumSeconds: 600, leg: 'run' }],
      finish: { mats: ['FINISH'], minimumSeconds: 1200 },
    },
  ],
};

/** The boxes of a race. Minutes are counted from the second wave's gun. */
export interface Boxes {
  /** Sends reads of chips. */
  send: (reads: readonly { chip: string; mat: string; minute: number }[]) => Promise<void>;
  /** Sends the guns that the box at the start has heard. */
  guns: (minutes: readonly number[]) => Promise<void>;
}

/** Creates the race with a setup, on the day of `gun`, and returns its boxes. */
export async function raceMorning(splitline: Splitline, gun: number): Promise<Boxes> {
  await raceByApi(splitline, RACE, startAt(gun));
  setUpByCommand(splitline, RACE, JSON.stringify(setup));
  const { send, post } = boxesOf(splitline, RACE);
  const at = (minute: number) => gun + minute * MINUTE;
  return {
    send: (reads) => send(reads.map(({ minute, ...read }) => ({ ...read, at: at(minute) }))),
    guns: (minutes) =>
      post(
        'text/vnd.chronotrack',
        minutes.map((minute, line) => `BOX1,${line + 1},Gun,252,${boxTime(at(minute))},Button Press`).join('\n'),
        '?mat=START',
      ),
  };
}

/** A time as a box writes it, on the race's clock: `27060107300031` is June 1, 2027, 7:30:00.31. */
function boxTime(ms: number): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    hourCycle: 'h23',
    year: '2-digit',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(ms);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${['year', 'month', 'day', 'hour', 'minute', 'second'].map(part).join('')}00`;
}

/** A person at the desk who has a keyboard and no mouse. */
export class Keyboard {
  constructor(readonly page: Page) {}

  /** Moves the focus with Tab, forward or back, until an element has it. */
  async go(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let presses = 0; presses < 400; presses += 1) {
      const key = await target.evaluate((element) => {
        const now = document.activeElement;
        if (now === element) return '';
        const follows = Node.DOCUMENT_POSITION_FOLLOWING;
        return !now || now.compareDocumentPosition(element) & follows ? 'Tab' : 'Shift+Tab';
      });
      if (key === '') return;
      await this.page.keyboard.press(key);
    }
    throw new Error(`Tab does not reach ${target}`);
  }

  /** Moves the focus to a button and presses Enter. */
  async press(target: Locator): Promise<void> {
    await this.go(target);
    await this.page.keyboard.press('Enter');
  }

  /** Presses the button of this name. */
  async button(name: string | RegExp, inside: Page | Locator = this.page): Promise<void> {
    await this.press(inside.getByRole('button', { name }).first());
  }

  /** Enters a text into a field. */
  async type(target: Locator, text: string): Promise<void> {
    await this.go(target);
    await this.page.keyboard.insertText(text);
  }

  /** Opens a section of the desk, which on narrow screens is closed. */
  async open(title: string): Promise<void> {
    await this.page.getByRole('heading', { level: 2, name: title }).waitFor();
    const closed = this.page.locator('h2 button[aria-expanded=false]').filter({ hasText: title });
    if ((await closed.count()) > 0) await this.press(closed);
  }

  /** Confirms the open form, whose button or field has got the focus, and waits for what the desk says about the change. */
  async confirm(form: string, words: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('form', { name: form }).locator(':focus')).toBeVisible();
    await this.page.keyboard.press('Enter');
    await this.changed(words);
  }

  /** Waits until a change is announced; the focus must still be somewhere. */
  async changed(words: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('region', { name: 'Last change' }).getByRole('status').first()).toContainText(
      words,
    );
    await expect.poll(() => this.page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  }

  /** Takes the last change back. */
  async undo(): Promise<void> {
    await this.page.keyboard.press('u');
    await expect(
      this.page.getByRole('button', { name: 'Undo', exact: true }).and(this.page.locator(':focus')),
    ).toBeVisible();
    await this.page.keyboard.press('Enter');
    await this.changed('Taken back');
  }

  /** Checks the page with axe, and that it does not scroll sideways. */
  async check(): Promise<void> {
    await expectAccessible(this.page);
    expect(await this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
}
