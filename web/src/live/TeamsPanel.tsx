import { useEffect, useRef, useState } from 'react';
import { type AsyncBoard, core, type TeamLine, type TeamsOfContest, type TeamsPage } from '@/core';
import { Button } from '@/ui';
import { TeamsSkeleton } from './Teams';

/** What the standing of the teams is made of. */
export interface TeamsField {
  board: AsyncBoard | undefined;
  /** The field's version: the board is asked again when it changes. */
  version: string | undefined;
  /** The chosen distance; empty for each. */
  distance: string;
  /** The team that the lists are filtered by; empty for all. */
  team: string;
  /** Filters the lists by a team, or no longer does. */
  onTeam: (team: string | undefined) => void;
}

/** How many teams of a distance are shown at first, and how many more with each press. */
const AT_ONCE = 20;
const MORE = 80;

/** The standing of the teams in the chosen distance, or in each. A press on a team filters the lists by it. */
export function TeamsPanel({ board, version, distance, team, onTeam }: TeamsField) {
  const [count, setCount] = useState(AT_ONCE);
  const page = useTeams(board, version, distance, count);
  if (!page) return <TeamsSkeleton />;
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-3xl text-sm text-ink-2">{page.rule}</p>
      {page.empty && <p>{page.empty}</p>}
      {page.contests.map((contest) => (
        <OfContest key={contest.distance} {...{ contest, team, onTeam }} onMore={() => setCount(count + MORE)} />
      ))}
    </div>
  );
}

function OfContest({
  contest,
  team,
  onTeam,
  onMore,
}: { contest: TeamsOfContest; onMore: () => void } & Pick<TeamsField, 'team' | 'onTeam'>) {
  const { distance, state, total, teams } = contest;
  const body = useRef<HTMLTableSectionElement>(null);
  // The first of the teams that a press has added: the button may be gone after it.
  const [wanted, setWanted] = useState<number>();
  useEffect(() => {
    if (wanted === undefined || teams.length <= wanted) return;
    body.current?.querySelectorAll('button')[wanted]?.focus();
    setWanted(undefined);
  }, [wanted, teams.length]);
  const cell = 'border-b border-rule px-2 py-2 align-top sm:px-4';
  return (
    <div>
      {state && <p className="tabular pb-2 text-ink-2">{state}</p>}
      <div className="rounded-control border border-rule bg-card">
        <table className="w-full border-collapse text-left">
          <caption className="label px-2 pt-3 pb-1 text-left text-sm text-ink-2 sm:px-4">{distance}</caption>
          <thead className="label text-sm text-ink-2">
            <tr>
              <th scope="col" className={`${cell} w-0`}>
                Place
              </th>
              <th scope="col" className={cell}>
                Team
              </th>
              <th scope="col" className={`${cell} w-0 text-right`}>
                Sum
              </th>
            </tr>
          </thead>
          <tbody ref={body}>
            {teams.map((one) => (
              <tr key={one.name} className="break-inside-avoid">
                <td className={`${cell} numerals text-xl`}>{one.place}</td>
                <td className={`${cell} w-full [overflow-wrap:anywhere]`}>
                  <Name
                    name={one.name}
                    isChosen={one.name === team}
                    onPress={() => onTeam(one.name === team ? undefined : one.name)}
                  />
                  <Counted line={one} />
                </td>
                <td className={`${cell} tabular text-right font-semibold`}>{one.sum}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > teams.length && (
        <p className="mt-3 flex flex-wrap items-center gap-3 text-sm text-ink-2">
          {core().countText(teams.length)} of {core().countText(total)} teams
          <Button
            size="sm"
            className="print:hidden"
            onPress={() => {
              setWanted(teams.length);
              onMore();
            }}
          >
            Show more teams
          </Button>
        </p>
      )}
    </div>
  );
}

/** A team's name, which filters the lists; pressed while they show the team only. */
function Name({ name, isChosen, onPress }: { name: string; isChosen: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onPress}
      className={`-my-2 min-h-11 text-left [overflow-wrap:anywhere] ${isChosen ? 'font-bold text-ink underline' : 'link'}`}
    >
      {name}
    </button>
  );
}

/** How many have finished, and whose times count. */
function Counted({ line }: { line: TeamLine }) {
  return (
    <div className="text-sm text-ink-2">
      <p>{line.finishers}</p>
      {line.counted.length > 0 && (
        <ul className="mt-1 flex flex-wrap gap-x-4">
          {line.counted.map((one) => (
            <li key={one.bib}>
              {one.name} <span className="tabular">{one.time}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The standing; that of before stays until another one is there. */
function useTeams(board: AsyncBoard | undefined, version: string | undefined, distance: string, count: number) {
  const [page, setPage] = useState<TeamsPage>();
  useEffect(() => {
    if (!board || version === undefined) return;
    let cancelled = false;
    board.teams({ distance, count }).then(
      (found) => !cancelled && setPage(found),
      // The board was closed meanwhile; the next board starts this again.
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, [board, version, distance, count]);
  return page;
}
