import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { callFailure, callWords } from '@/api';
import { deskCore, type StartLine } from '@/core';
import { Button, CallNotice, ConfirmDialog, EmptyState, Notice, newKey, toast } from '@/ui';
import { type Desk, useDeskChange } from './api';
import { StartNotices } from './KeptStarts';
import { useChoice } from './keptChoice';
import { keepStart, useKeptStarts } from './keptPresses';
import { StartMarks } from './StartMarks';
import { useClockOffset } from './serverClock';
import { marksQuery, postGuns } from './startRequests';
import type { Place } from './types';

const keyOf = (line: { contest: string; wave?: string }) => `${line.contest}\n${line.wave ?? ''}`;

type Parts = Place &
  Pick<Desk, 'race' | 'id' | 'setup' | 'run'> & {
    /** Whether the desk can't be loaded: then the boxes' guns can't either, and this is not said a second time. */
    offline?: boolean;
    /** Whether the button stands above the waves: where it has to be on the first screen of a phone, however many they are. */
    buttonFirst?: boolean;
  };

/** The start: several waves fired with one press, or from the mark of a box. A press is kept on this device until the server has it. */
export const StartPanel = memo(function StartPanel({
  race,
  timedRace,
  date,
  zone,
  id,
  run,
  setup,
  offline,
  buttonFirst,
}: Parts) {
  const rules = deskCore();
  const marks = useQuery(marksQuery(timedRace, false));
  const offset = useClockOffset();
  const note = rules.clockNote(offset);
  const kept = useKeptStarts({ name: race, id });
  const [choice, setChoice] = useChoice(id, run);
  const [isLost, setIsLost] = useState(false);
  const [takingBack, setTakingBack] = useState<StartLine>();
  const lines = setup
    ? rules.startLines(
        setup,
        marks.data?.from ?? [],
        kept.map((start) => start.press),
        date,
        zone,
      )
    : [];
  // Nobody is chosen after a gun, so that one press too many starts nobody. What was ticked since the press stays ticked.
  const rest = (fired: readonly { contest: string; wave?: string }[]) => {
    const none = (of: typeof fired) => Object.fromEntries(of.map((line) => [keyOf(line), false]));
    setChoice({ ...none(lines), ...choice, ...none(fired) });
  };
  const setGuns = useDeskChange(timedRace, postGuns, (stored) => stored.origin === 'mark' && rest(stored.guns));
  if (!setup) {
    return (
      <EmptyState title="Nothing to start yet">Add a contest below and save it; then it can be started.</EmptyState>
    );
  }
  const chosen = lines.filter((line) => choice[keyOf(line)] ?? line.chosen);
  const names = chosen.map((line) => line.label).join(', ');
  const fire = (pressed: number) => {
    const press = rules.pressNew(newKey(), chosen, pressed, offset, date, zone);
    rest(lines);
    setIsLost(!keepStart({ raceId: id, race, zone, press }));
  };
  const button = (
    <div className="flex flex-col gap-2">
      <Button
        tone="ink"
        isDisabled={chosen.length === 0}
        focusable
        onPress={() => fire(Date.now())}
        className="min-h-20 w-full text-xl sm:max-w-md"
      >
        <span className="flex min-w-0 flex-col py-2">
          Fire now <span className="text-sm font-normal break-words">{names}</span>
        </span>
      </Button>
      <p className={`text-sm ${note.attention ? 'text-live' : 'text-ink-2'}`}>{note.text}</p>
    </div>
  );
  return (
    <div className="flex flex-col gap-6">
      {buttonFirst && button}
      <fieldset className="flex min-w-0 flex-col">
        <legend className="label mb-2">Who starts</legend>
        {lines.map((line) => (
          <div key={keyOf(line)} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-rule">
            <label className="flex min-h-12 min-w-0 flex-1 basis-40 cursor-pointer items-center gap-3 py-2">
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
      {!buttonFirst && button}
      {isLost && kept.some(({ press }) => press.state !== 'sent') && (
        <Notice tone="error">This browser keeps nothing: leave this page open until the start is sent.</Notice>
      )}
      <StartNotices starts={kept} setup={setup} lines={lines} date={date} />
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
              onSuccess: () => toast.success(`${names}: gun set`),
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
