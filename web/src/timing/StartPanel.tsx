import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { callFailure, callWords } from '@/api';
import { deskCore, type StartLine } from '@/core';
import { Button, CallNotice, ConfirmDialog, EmptyState, storedText, storeText, toast } from '@/ui';
import { type Desk, useDeskChange } from './api';
import { STARTS_ID, StartNotices } from './KeptStarts';
import { newKey } from './keptItems';
import { keepStart, useKeptStarts } from './keptPresses';
import { StartMarks } from './StartMarks';
import { useClockOffset } from './serverClock';
import { marksQuery, postGuns } from './startRequests';
import type { Place } from './types';

const keyOf = (line: StartLine) => `${line.contest}\n${line.wave ?? ''}`;

type Choice = Readonly<Record<string, boolean>>;

/** The waves that were ticked and unticked by hand. The choice outlives a reload of the page, as the guns do. */
function useChoice(id: string): [Choice, (choice: Choice) => void] {
  const key = `timing-choice:${id}`;
  const [choice, setChoice] = useState<Choice>(() => JSON.parse(storedText(key) ?? '{}') as Choice);
  const choose = (next: Choice) => {
    setChoice(next);
    storeText(key, JSON.stringify(next));
  };
  return [choice, choose];
}

type Parts = Place &
  Pick<Desk, 'race' | 'id' | 'setup'> & {
    /** Whether the desk can't be loaded: then the boxes' guns can't either, and this is not said a second time. */
    offline?: boolean;
  };

/** The start: several waves fired with one press, or from the mark of a box. A press is kept on this device until the server has it. */
export const StartPanel = memo(function StartPanel({ race, timedRace, date, zone, id, setup, offline }: Parts) {
  const rules = deskCore();
  const marks = useQuery(marksQuery(timedRace, false));
  const offset = useClockOffset();
  const note = rules.clockNote(offset);
  const setGuns = useDeskChange(timedRace, postGuns);
  const kept = useKeptStarts({ name: race, id });
  const [choice, setChoice] = useChoice(id);
  const [takingBack, setTakingBack] = useState<StartLine>();
  if (!setup) {
    return (
      <EmptyState title="Nothing to start yet">Add a contest below and save it; then it can be started.</EmptyState>
    );
  }
  const lines = rules.startLines(
    setup,
    marks.data?.from ?? [],
    kept.map((start) => start.press),
    date,
    zone,
  );
  const chosen = lines.filter((line) => choice[keyOf(line)] ?? line.chosen);
  const names = chosen.map((line) => line.label).join(', ');
  // Nothing is chosen after a gun: one press too many must start nobody.
  const rest = () => setChoice(Object.fromEntries(lines.map((line) => [keyOf(line), false])));
  const fire = (pressed: number) => {
    const press = rules.pressNew(newKey(), chosen, pressed, offset, date, zone);
    rest();
    if (!keepStart({ raceId: id, race, zone, press })) {
      toast.error('This browser keeps nothing: leave this page open until the start is sent.');
    }
    // The button rests now, so the focus goes on to what became of the press.
    requestAnimationFrame(() => document.getElementById(STARTS_ID)?.focus());
  };
  return (
    <div className="flex flex-col gap-6">
      <fieldset className="flex min-w-0 flex-col">
        <legend className="label mb-2">Who starts</legend>
        {lines.map((line) => (
          <div key={keyOf(line)} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-rule">
            <label className="flex min-h-12 min-w-0 flex-1 cursor-pointer items-center gap-3 py-2">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-line"
                checked={choice[keyOf(line)] ?? line.chosen}
                onChange={(event) => setChoice({ ...choice, [keyOf(line)]: event.target.checked })}
              />
              <span className="min-w-0">
                <span className="label block break-words">{line.label}</span>{' '}
                <span className="tabular text-sm text-ink-2">{line.text}</span>
              </span>
            </label>
            {line.gun && (
              <Button
                size="sm"
                tone="quiet"
                onPress={() => setTakingBack(line)}
                aria-label={`Take back: ${line.label}`}
              >
                Take back
              </Button>
            )}
          </div>
        ))}
      </fieldset>
      {/* On a phone it stays in view while its section is: with many waves and alarms it would be below the first screen. */}
      <div className="flex flex-col gap-2 max-desk:sticky max-desk:bottom-[calc(4.5rem+env(safe-area-inset-bottom))] max-desk:z-10">
        <Button
          tone="ink"
          isDisabled={chosen.length === 0}
          onPress={() => fire(Date.now())}
          className="min-h-20 w-full text-xl max-desk:shadow-float sm:max-w-md"
        >
          <span className="flex min-w-0 flex-col py-2">
            Fire now <span className="text-sm font-normal break-words">{names}</span>
          </span>
        </Button>
        <p className={`text-sm ${note.attention ? 'text-live' : 'text-ink-2'}`}>{note.text}</p>
      </div>
      <StartNotices starts={kept} setup={setup} from={marks.data?.from ?? []} date={date} />
      {marks.isError && !offline && <CallNotice {...callFailure(marks.error)} />}
      <StartMarks
        marks={rules.startMarks(marks.data?.marks ?? [], setup, date, zone)}
        chosen={chosen}
        names={names}
        ask={(gun) => rules.startAsks(chosen, gun, date, zone)}
        pending={setGuns.isPending}
        onTake={(gun, confirmed) =>
          setGuns.mutate(
            {
              guns: chosen.map(({ contest, wave, gun: replaces }) => ({
                contest,
                gun,
                ...(wave === undefined ? {} : { wave }),
                ...(replaces === undefined ? {} : { replaces }),
              })),
              origin: 'mark',
              confirmed,
            },
            {
              onSuccess: () => {
                rest();
                toast.success(`${names}: gun set`);
              },
              onError: (error) => toast.error(callWords(error)),
            },
          )
        }
      />
      <ConfirmDialog
        title={`Take back the gun of ${takingBack?.label ?? ''}?`}
        isOpen={takingBack !== undefined}
        onClose={() => setTakingBack(undefined)}
        confirmLabel="Take back"
        onConfirm={() => {
          if (!takingBack) return;
          const { contest, wave, gun: replaces, label } = takingBack;
          setGuns.mutate(
            {
              guns: [
                {
                  contest,
                  gun: null,
                  ...(wave === undefined ? {} : { wave }),
                  ...(replaces === undefined ? {} : { replaces }),
                },
              ],
              origin: 'hand',
              confirmed: false,
            },
            {
              onSuccess: () => toast.success(`${label}: gun taken back`),
              onError: (error) => toast.error(callWords(error)),
            },
          );
          setTakingBack(undefined);
        }}
      >
        <p>
          {takingBack?.text}. Without it, all gun times of {takingBack?.label} go at once, on the live page as well.
        </p>
      </ConfirmDialog>
    </div>
  );
});
