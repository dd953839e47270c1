import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { callWords } from '@/api';
import { Button, Notice } from '@/ui';
import { leaderboardQuery, type RunnerResult } from './api';
import { officialTime } from './columns';
import { SearchBox } from './SearchBox';

/** With how many runners a page is compared (core: `MOST_COMPARED`; the server takes no more). */
const MOST = 3;

/** Chooses up to three runners of the same contest with whom the page is compared. */
export function Compare({
  data,
  ids,
  busy,
  onChange,
}: {
  data: RunnerResult;
  ids: readonly string[];
  busy: boolean;
  onChange: (ids: string[]) => void;
}) {
  const [text, setText] = useState('');
  const { result, compared } = data;
  const asked = text.trim();
  const search = { race: result.race, contest: result.contest, q: asked };
  const { data: found, error } = useQuery({ ...leaderboardQuery(search), enabled: asked !== '' });
  const offered = found?.items.filter(
    (line) => line.publicID && line.publicID !== result.publicID && !ids.includes(line.publicID),
  );
  const full = compared.length >= MOST;
  return (
    <section className="mt-10 print:hidden" aria-labelledby="compare" aria-busy={busy}>
      <h2 id="compare" className="display mb-4 text-2xl">
        Compare
      </h2>
      {compared.length > 0 && (
        <ul className="mb-4 flex flex-wrap gap-2">
          {compared.map((other) => (
            <li key={other.publicID}>
              <Button size="sm" onPress={() => onChange(ids.filter((id) => id !== other.publicID))}>
                {other.name}, bib {other.bib}
                <X size={16} aria-hidden="true" />
                <span className="sr-only">: take away</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {full ? (
        <p className="text-sm text-ink-2">Take one away to compare with somebody else.</p>
      ) : (
        <>
          <SearchBox
            label="Find a runner of this contest by name or bib"
            text={text}
            onText={setText}
            className="max-w-120"
          />
          {asked !== '' && error && <Notice tone="error">{callWords(error)}</Notice>}
          {asked !== '' && offered && (
            <ul className="mt-3 flex flex-col items-start gap-2" aria-label="Found">
              {offered.slice(0, 8).map((line) => (
                <li key={line.publicID}>
                  <Button
                    size="sm"
                    onPress={() => {
                      setText('');
                      onChange([...compared.map((one) => one.publicID), line.publicID]);
                    }}
                  >
                    {line.firstname} {line.lastname}, bib {line.bib}
                    {officialTime(line) && ` · ${officialTime(line)}`}
                  </Button>
                </li>
              ))}
              {offered.length === 0 && <li className="text-sm text-ink-2">Nobody else has this name or bib.</li>}
            </ul>
          )}
        </>
      )}
    </section>
  );
}
