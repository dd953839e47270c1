// Labelled searches: what a spectator types for a runner, and the runner who must be found.

/** As in Rust's example: the same in every run. */
const scattered = (n, of) => (((n + 1) * 2654435761 + of * 40503) % 2 ** 32) / 2 ** 32;

/** The kinds of searches: each makes a text of a name and a bib, or nothing when it does not apply. */
const KINDS = {
  'last name': ({ last }) => last,
  'whole name': ({ first, last }) => `${first} ${last}`,
  'last name first': ({ first, last }) => `${last}, ${first}`,
  beginnings: ({ first, last }) => `${first.slice(0, 3)} ${last.slice(0, 4)}`,
  'without accents': ({ first, last }) =>
    plain(`${first} ${last}`, (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')),
  'no apostrophe': ({ last }) => plain(last, (text) => text.replace(/['’]/g, '')),
  'in one word': ({ first, last }) => plain(/[- ]/.test(last) ? last : first, (text) => text.replace(/[- ]/g, '')),
  'umlauts written out': ({ last }) =>
    plain(last, (text) => text.replace(/ä/g, 'ae').replace(/[öø]/g, 'oe').replace(/ü/g, 'ue').replace(/å/g, 'aa')),
  bib: ({ bib }) => bib,
  'bib with #': ({ bib }) => `#${bib}`,
  'middle of the name': ({ last }) => (last.length > 6 ? last.slice(2, 6) : undefined),
  'two letters changed': ({ last }) =>
    /^[A-Za-z]{6,}$/.test(last) ? `${last.slice(0, 2)}${last[3]}${last[2]}${last.slice(4)}` : undefined,
};

const plain = (text, change) => {
  const changed = change(text);
  return changed === text ? undefined : changed;
};

/** At least `wanted` searches of all kinds for rows `[bib, first, last, …]`: `{ kind, search, at }`. */
export function queriesOf(rows, wanted) {
  const queries = [];
  const names = new Set(rows.map((row) => row[2]));
  for (let n = 0; queries.length < wanted; n += 1) {
    const at = Math.floor(scattered(n, 7) * rows.length);
    const [bib, first, last] = rows[at];
    for (const [kind, make] of Object.entries(KINDS)) {
      const search = make({ bib, first, last });
      // What somebody else is called is not looked for as a slip.
      if (search !== undefined && !(kind === 'two letters changed' && names.has(search)))
        queries.push({ kind, search, at, bib });
    }
  }
  return queries;
}
