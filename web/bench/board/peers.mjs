// Libraries that search in JavaScript, each fed with the folded names and bibs, and with the settings that find most.
import uFuzzy from '@leeoniya/ufuzzy';
import FlexSearch from 'flexsearch';
import Fuse from 'fuse.js';
import MiniSearch from 'minisearch';
import { folded } from './tuned.mjs';

/** Each builds an index of texts, and returns a function from a search to the positions found. */
export const PEERS = {
  uFuzzy(texts) {
    const fuzzy = new uFuzzy({ intraMode: 1, intraIns: 0 });
    return (search) => {
      const needle = folded(search.replace('#', ' '));
      return (needle === '' ? [] : fuzzy.search(texts, needle, 3, 0)[0]) ?? [];
    };
  },
  MiniSearch(texts) {
    const index = new MiniSearch({
      fields: ['text'],
      searchOptions: { prefix: true, combineWith: 'AND', fuzzy: 0.25 },
    });
    index.addAll(texts.map((text, id) => ({ id, text })));
    return (search) => index.search(folded(search.replace('#', ' '))).map(({ id }) => id);
  },
  FlexSearch(texts) {
    const index = new FlexSearch.Index({ tokenize: 'forward' });
    for (const [id, text] of texts.entries()) index.add(id, text);
    return (search) => index.search(folded(search.replace('#', ' ')), { limit: texts.length });
  },
  'fuse.js with tokens'(texts) {
    const index = new Fuse(texts, { useExtendedSearch: true, ignoreLocation: true, threshold: 0.25 });
    const tokens = (search) =>
      folded(search.replace('#', ' '))
        .split(' ')
        .filter((word) => word !== '')
        .map((word) => `'${word}`);
    return (search) => index.search(tokens(search).join(' ')).map(({ refIndex }) => refIndex);
  },
};
