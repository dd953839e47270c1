import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { callFailure } from '@/api';
import { Button, CallNotice, SearchField } from '@/ui';
import { type LeagueLine, leagueQuery, leagueRunnerQuery } from '../league/api';
import { decide } from './api';
import { nameOf, Person, useDecision } from './LeaguePersons';

/** How many of those whom a search finds are shown. */
const FOUND = '8';

/** Finds two runners, shows their races side by side, and joins them. */
export function LeagueJoin({ year }: { year: number }) {
  const [a, setA] = useState<LeagueLine>();
  const [b, setB] = useState<LeagueLine>();
  const joining = useDecision(decide, 'The two are one runner now.');
  const join = () => {
    if (!a || !b) return;
    joining.mutate(
      { a: a.publicID, b: b.publicID },
      {
        onSuccess: () => {
          setA(undefined);
          setB(undefined);
        },
      },
    );
  };
  const choose = (set: (line: LeagueLine | undefined) => void) => (line: LeagueLine | undefined) => {
    joining.reset();
    set(line);
  };
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="grid w-full gap-6 md:grid-cols-2">
        <Choice label="First runner" year={year} chosen={a} onChoose={choose(setA)} />
        <Choice label="Second runner" year={year} chosen={b} onChoose={choose(setB)} />
      </div>
      {joining.error && <CallNotice {...callFailure(joining.error)} />}
      <Button tone="ink" pending={joining.isPending} isDisabled={!a || !b} onPress={join}>
        Join these two
      </Button>
    </div>
  );
}

function Choice({
  label,
  year,
  chosen,
  onChoose,
}: {
  label: string;
  year: number;
  chosen: LeagueLine | undefined;
  onChoose: (line: LeagueLine | undefined) => void;
}) {
  const [text, setText] = useState('');
  const asked = useDeferredValue(text.trim());
  const found = useQuery({
    ...leagueQuery({ year: String(year), q: asked, pageSize: FOUND }),
    enabled: asked !== '' && !chosen,
  });
  if (chosen) {
    return (
      <div className="flex min-w-0 flex-col gap-3 rounded-control border border-rule bg-card p-4">
        <Person line={chosen} year={year} />
        <Races year={year} publicID={chosen.publicID} />
        <Button size="sm" className="self-start" onPress={() => onChoose(undefined)}>
          Choose another
        </Button>
      </div>
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <SearchField label={label} value={text} onChange={setText} />
      {found.error && <CallNotice {...callFailure(found.error)} onRetry={() => void found.refetch()} />}
      {asked && found.data && (
        <ul aria-label={`${label}: found`} className="flex flex-col">
          {found.data.items.map((line) => (
            <li key={line.publicID} className="flex items-center justify-between gap-3 border-b border-rule py-2">
              <Person line={line} year={year} />
              <Button size="sm" aria-label={`Choose ${nameOf(line)}`} onPress={() => onChoose(line)}>
                Choose
              </Button>
            </li>
          ))}
          {found.data.items.length === 0 && <li className="py-2">Nobody fits this search.</li>}
        </ul>
      )}
    </div>
  );
}

function Races({ year, publicID }: { year: number; publicID: string }) {
  const { data, error } = useQuery(leagueRunnerQuery(year, publicID));
  if (error) return <CallNotice {...callFailure(error)} />;
  return (
    <ul className="text-sm">
      {data?.results.map(({ result, points }) => (
        <li key={`${result.raceID} ${result.contest} ${result.bib}`} className="wrap-anywhere">
          {result.date}, {result.race}, {result.contest}: bib {result.bib}, {points} points
        </li>
      ))}
    </ul>
  );
}
