import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { API, beLoggedIn, openSite, setWidth, withServer } from '@/test/app';
import { withLayout } from '@/test/layout';
import { deskServer, emptyDesk } from '@/test/timing';
import type { EntrantHistory, ListOutcome } from './entrantsApi';

const server = withServer();
withLayout();

const ada = { bib: '1001', firstname: 'Ada', lastname: 'Miller', gender: 'f', contest: '10K', chip: 'C1' };

let sent: { method: string; path: string; body: string }[];
let history: EntrantHistory;
/** How often the desk was fetched. */
let desks: number;

const line = (number: number) => ({
  line: number + 2,
  bib: String(1001 + number),
  name: `Runner ${number}`,
  kind: 'added' as const,
  fields: [{ label: 'Contest', before: '', after: '10K' }],
});

/** The dry run of a list of 250 lines that empties something and has a column that nobody knows. */
const trial: ListOutcome = {
  dryRun: true,
  summary: '248 added, 1 changed, 0 unchanged, 1 refused.',
  added: 248,
  changed: 1,
  unchanged: 0,
  refused: 1,
  emptied: 1,
  moved: 0,
  waves: 0,
  warnings: [
    { text: 'It would delete 1 chip, whose cells are empty in the list.', show: 'emptied', blocks: false },
    { text: 'Say what these columns are, or leave them out: Pacer.', blocks: true },
    { text: '1 line is refused and would change nothing.', show: 'refused', blocks: false },
  ],
  columns: [
    { name: 'Bib', meaning: 'bib', samples: ['1001'] },
    { name: 'Tag', meaning: 'chip', samples: [] },
    { name: 'Pacer', meaning: '', samples: ['yes'] },
  ],
  version: 'v7',
  preview: 'p1',
  lines: Array.from({ length: 250 }, (_, at) => line(at)),
};
const answered: ListOutcome = {
  ...trial,
  preview: 'p2',
  warnings: trial.warnings.filter((warning) => !warning.blocks),
  columns: trial.columns.map((column) => ({ ...column, meaning: column.meaning || '-' })),
};

async function record(request: Request) {
  const { pathname, search } = new URL(request.url);
  sent.push({ method: request.method, path: decodeURIComponent(pathname + search), body: await request.text() });
}

beforeEach(() => {
  sessionStorage.clear();
  setWidth(1440);
  beLoggedIn('admin');
  sent = [];
  desks = 0;
  history = { warning: null, contests: ['10K', '5K'], changes: [] };
  const timing = `${API}/timing/:race`;
  server.use(
    http.get(timing, () => {
      desks += 1;
      return HttpResponse.json({ ...emptyDesk(), setup: null, entrants: 1 });
    }),
    http.get(`${timing}/entrantChanges`, () => HttpResponse.json(history)),
    http.get(`${timing}/entrantSearch`, () => HttpResponse.json({ total: 1, entrants: [ada] })),
    http.get(`${timing}/listPreviews/:id`, async ({ request }) => {
      await record(request);
      const offset = Number(new URL(request.url).searchParams.get('offset'));
      return HttpResponse.json({ total: 250, lines: Array.from({ length: 100 }, (_, at) => line(offset + at)) });
    }),
    http.put(`${timing}/entrants`, async ({ request }) => {
      await record(request);
      return HttpResponse.json(new URL(request.url).searchParams.has('columns') ? answered : trial);
    }),
    ...deskServer(),
  );
});

/** Opens the desk and returns the part with this heading. */
async function part(name: string) {
  openSite('/Timing?race=Shore%20Half');
  const heading = await screen.findByRole('heading', { name, hidden: true }, { timeout: 20_000 });
  return within(heading.closest('section') as HTMLElement);
}

const changesSent = () => sent.filter((one) => one.method !== 'GET');

describe('the entrants at the timing desk', () => {
  test('a list shows what it would empty first, asks about an unknown column, and is applied as it was shown', async () => {
    const list = await part('A list');
    const person = userEvent.setup();
    const file = new File(['Bib,Tag,Pacer\n1001,,yes\n'], 'entrants.CSV');
    const input = document.querySelector<HTMLInputElement>('input[accept*=".xlsx"]');
    await person.upload(input as HTMLInputElement, file);
    const preview = within(await list.findByRole('region', { name: 'What the list would change' }));
    const warnings = preview.getAllByRole('alert').map((one) => one.querySelector('p')?.textContent);
    expect(warnings).toEqual(trial.warnings.map((warning) => warning.text));
    expect(changesSent()).toEqual([
      {
        method: 'PUT',
        path: '/api/timing/Shore Half/entrants?id=r1&name=entrants.CSV&dryRun=true',
        body: await file.text(),
      },
    ]);
    expect(preview.queryByRole('button', { name: /Apply/ })).toBeNull();

    await person.click(preview.getByRole('button', { name: 'Leave the other column out' }));
    const apply = await list.findByRole('button', { name: 'Apply 249 changes' });
    const said = '/api/timing/Shore Half/entrants?id=r1&columns=bib,chip,-';
    expect(changesSent().at(-1)?.path).toBe(`${said}&name=entrants.CSV&dryRun=true`);
    const refused = list.getByRole('link', { name: 'Download the refused lines' });
    expect(refused.getAttribute('href')).toBe('/api/timing/Shore%20Half/listPreviews/p2/refused.csv?id=r1');
    await person.click(apply);
    await waitFor(() => expect(changesSent().at(-1)?.path).toBe(`${said}&version=v7&name=entrants.CSV`));
    await waitFor(() => expect(list.queryByRole('region', { name: 'What the list would change' })).toBeNull());
  });

  test('only the visible lines of a long list are rendered, and only their pages fetched', async () => {
    const list = await part('A list');
    const area = list.getByRole('textbox', { name: 'Entrant list' });
    const long = `bib\n${'1001\n'.repeat(5000)}`;
    fireEvent.paste(area, { clipboardData: { getData: () => long } });
    const lines = await list.findByRole('region', { name: 'Lines of the list' });
    await waitFor(() => expect(within(lines).getByText('Runner 0')).toBeTruthy());
    expect(within(lines).getAllByRole('listitem').length).toBeLessThan(60);
    // The first page is in the answer to the dry run, which changes nothing, so nothing else is fetched again either.
    expect(sent.filter((one) => one.method === 'GET')).toHaveLength(0);
    expect(desks).toBe(1);
    // The pasted text is sent, but is not in the page.
    expect(changesSent()[0]?.body).toBe(long);
    expect((area as HTMLTextAreaElement).value).toBe('');
  });

  test('one entrant is found and changed; what the server refuses is shown at its field', async () => {
    server.use(
      http.put(`${API}/timing/:race/entrants/:bib`, async ({ request }) => {
        await record(request);
        const field = { field: 'chip', code: 'taken', message: 'Chip C9 belongs to bib 9 already.' };
        return sent.length === 1
          ? HttpResponse.json({ code: 'taken', message: field.message, fields: [field] }, { status: 400 })
          : HttpResponse.json({ ...ada, chip: 'C8' });
      }),
    );
    const one = await part('One entrant');
    const person = userEvent.setup();
    await person.type(one.getByRole('searchbox', { name: 'Bib, name or chip' }), '1001');
    await person.click(await one.findByRole('button', { name: 'Change bib 1001' }));
    const form = within(await screen.findByRole('dialog', { name: 'Bib 1001' }));
    const chip = form.getByRole('textbox', { name: 'Chip' });
    await person.clear(chip);
    await person.type(chip, 'C9');
    await person.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Chip C9 belongs to bib 9 already.')).toBeTruthy();
    const before = { ...ada, dob: '', age: '', wave: '', email: '', team: '', town: '' };
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ before, after: { ...before, chip: 'C9' } });
    await person.clear(chip);
    await person.type(chip, 'C8');
    await person.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('two people change one entrant: nothing typed is lost, and what both changed is decided', async () => {
    const full = { ...ada, dob: '', age: '', wave: '', email: '', team: '', town: '' };
    // Meanwhile somebody else gave another chip and a team.
    const theirs = { ...ada, chip: 'C2', team: 'Shore' };
    server.use(
      http.get(`${API}/timing/:race/entrantSearch`, () => HttpResponse.json({ total: 1, entrants: [ada] })),
      http.put(`${API}/timing/:race/entrants/:bib`, async ({ request }) => {
        await record(request);
        const { before, after } = JSON.parse(sent.at(-1)?.body ?? '') as { before: typeof full; after: typeof full };
        return before.chip === 'C2'
          ? HttpResponse.json(after)
          : HttpResponse.json({ code: 'ENTRANT_CHANGED', message: 'Changed.', entrant: theirs }, { status: 409 });
      }),
    );
    const one = await part('One entrant');
    const person = userEvent.setup();
    await person.type(one.getByRole('searchbox', { name: 'Bib, name or chip' }), '1001');
    await person.click(await one.findByRole('button', { name: 'Change bib 1001' }));
    const form = within(await screen.findByRole('dialog', { name: 'Bib 1001' }));
    const type = async (name: string, text: string) => {
      const field = form.getByRole('textbox', { name });
      await person.clear(field);
      await person.type(field, text);
    };
    await type('First name', 'Adah');
    await type('Chip', 'C9');
    await person.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/yours C9, theirs C2/)).toBeTruthy();
    const text = (name: string) => (form.getByRole('textbox', { name }) as HTMLInputElement).value;
    expect([text('First name'), text('Chip'), text('Team')]).toEqual(['Adah', 'C9', 'Shore']);
    // Nothing is saved before both are decided.
    await person.click(form.getByRole('button', { name: 'Save' }));
    expect(sent).toHaveLength(1);
    await person.click(form.getByRole('button', { name: /^Take theirs.*Chip/ }));
    expect(text('Chip')).toBe('C2');
    await person.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const now = { ...full, chip: 'C2', team: 'Shore' };
    expect(JSON.parse(sent[1]?.body ?? '')).toEqual({ before: now, after: { ...now, firstname: 'Adah' } });
  });

  test('what two people changed in different fields of one entrant is saved together', async () => {
    const full = { ...ada, dob: '', age: '', wave: '', email: '', team: '', town: '' };
    server.use(
      http.get(`${API}/timing/:race/entrantSearch`, () => HttpResponse.json({ total: 1, entrants: [ada] })),
      http.put(`${API}/timing/:race/entrants/:bib`, async ({ request }) => {
        await record(request);
        return sent.length === 1
          ? HttpResponse.json(
              { code: 'ENTRANT_CHANGED', message: 'Changed.', entrant: { ...ada, chip: 'C2' } },
              { status: 409 },
            )
          : HttpResponse.json({ ...ada, chip: 'C2', firstname: 'Adah' });
      }),
    );
    const one = await part('One entrant');
    const person = userEvent.setup();
    await person.type(one.getByRole('searchbox', { name: 'Bib, name or chip' }), '1001');
    await person.click(await one.findByRole('button', { name: 'Change bib 1001' }));
    const form = within(await screen.findByRole('dialog', { name: 'Bib 1001' }));
    await person.type(form.getByRole('textbox', { name: 'First name' }), 'h');
    await person.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const before = { ...full, chip: 'C2' };
    expect(JSON.parse(sent[1]?.body ?? '')).toEqual({ before, after: { ...before, firstname: 'Adah' } });
  });

  test('undoing says before what it would do, and who stays', async () => {
    history.changes = [
      { id: 'c1', kind: 'list', label: 'List', summary: '2 added.', at: 0, by: 'ada', undone: false },
      { id: 'c0', kind: 'added', label: 'Entrant added', summary: 'Bib 7.', at: 0, by: null, undone: true },
    ];
    server.use(
      http.post(`${API}/timing/:race/entrantChanges/:id/undo`, async ({ request }) => {
        await record(request);
        const kept = [{ bib: '1002', reason: 'Bib 1002 was changed since.' }];
        return HttpResponse.json({ summary: '1 entrant taken out again.', kept });
      }),
    );
    const changes = await part('Changes of entrants');
    const person = userEvent.setup();
    await person.click(await changes.findByRole('button', { name: 'Undo: List, 2 added.' }));
    expect(changes.getAllByRole('button')).toHaveLength(1);
    const ask = within(await screen.findByRole('alertdialog', { name: 'Undo this change?' }));
    expect(await ask.findByText('Bib 1002 was changed since.')).toBeTruthy();
    await person.click(ask.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent.map((one) => one.path)).toEqual([
      '/api/timing/Shore Half/entrantChanges/c1/undo?id=r1&dryRun=true',
      '/api/timing/Shore Half/entrantChanges/c1/undo?id=r1',
    ]);
  });
});
