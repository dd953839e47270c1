import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { CallError, callFailure } from '@/api';
import { type ContestDraft, deskCore, type FieldError, type Setup, type SetupDraft } from '@/core';
import { Button, CallNotice, ConfirmDialog, EmptyState, Notice, toast } from '@/ui';
import { type Desk, deskQuery, otherDay, putSetup, setupNow, useDeskChange } from './api';
import { Clashes } from './Clashes';
import { ContestEditor } from './ContestEditor';
import {
  type DraftState,
  formOf,
  isDirty,
  keepMine,
  merge,
  storedForm,
  storeForm,
  takeTheirs,
  withContest,
} from './draftState';
import { SetupFile } from './SetupFile';
import { TimerFields } from './TimerFields';
import type { Place } from './types';

const NO_SETUP: SetupDraft = { contests: [], timerCode: '' };

/** A request that saves the setup, with the form that it was made from. */
type Sending = Parameters<typeof putSetup>[1] & { draft: SetupDraft };

/** A new contest. Its minimum times are blank, so that the core reports them as missing. */
const NEW_CONTEST: ContestDraft = {
  name: '',
  distanceMetres: '',
  sport: 'run',
  ranking: 'gun',
  gun: '',
  bibs: '',
  acceptUnlisted: false,
  startMats: '',
  minimumLap: '',
  splits: [],
  finishMats: '',
  finishMinimum: '',
  finishLeg: 'run',
};

type Parts = Pick<Desk, 'race' | 'id' | 'setup' | 'setupVersion'> & {
  place: Place;
  /** The names of the mats that sent reads. */
  mats: readonly string[];
};

/** The form of the contests. The core checks it at every keystroke; it is saved as a whole. */
export const SetupPanel = memo(function SetupPanel({ place, race, id, setup: stored, setupVersion, mats }: Parts) {
  const { timedRace, date, zone } = place;
  const saved = useMemo(() => (stored ? deskCore().setupDraft(stored, date, zone) : NO_SETUP), [stored, date, zone]);
  const [state, setState] = useState<DraftState>(() => {
    const unsaved = storedForm(id);
    return unsaved ? merge(unsaved, saved) : formOf(saved);
  });
  const [restored, setRestored] = useState(() => isDirty(state));
  /** Whether all problems are shown: from the first attempt to save, and at once for a loaded setup. */
  const [showAll, setShowAll] = useState(false);
  const queries = useQueryClient();
  const clashesBox = useRef<HTMLDivElement>(null);
  const [focusClashes, setFocusClashes] = useState(false);
  // Before the desk is fetched again: its setup is then compared with this one, and what was typed during the request stays unsaved.
  const save = useDeskChange(timedRace, putSetup, ({ setup, draft }: Sending) => {
    const base = deskCore().setupDraft(setup, date, zone);
    setState((before) => ({ base, draft: before.draft === draft ? base : before.draft, clashes: [] }));
  });

  // A newly fetched setup is merged during rendering, so that the old one is not shown first.
  const [lastMerged, setLastMerged] = useState(saved);
  if (lastMerged !== saved) {
    setLastMerged(saved);
    setState((before) => merge(before, saved));
  }
  useEffect(() => storeForm(id, state), [id, state]);

  const reading = useMemo(() => deskCore().setupDraftRead(state.draft, date, zone), [state.draft, date, zone]);
  const refused = save.error instanceof CallError ? (save.error.refusal?.fields ?? []) : [];
  const problems: FieldError[] = reading.problems.length > 0 ? reading.problems : refused;
  const dirty = isDirty(state);
  const edit = (draft: SetupDraft) => {
    // The message of a refused save is about the text before. A save that is on its way goes on.
    if (save.isError) save.reset();
    setRestored(false);
    setState((before) => ({ ...before, draft }));
  };
  const discard = () => {
    save.reset();
    setRestored(false);
    setShowAll(false);
    setState(formOf(saved));
  };
  const submit = () => {
    setShowAll(true);
    // Another user's text must not be overwritten without a decision.
    if (state.clashes.length > 0) {
      clashesBox.current?.focus();
      return;
    }
    const setup = reading.setup;
    if (!setup) {
      requestAnimationFrame(() => document.querySelector<HTMLElement>('#contests [data-invalid] input')?.focus());
      return;
    }
    send(state, setup, setupVersion);
  };
  const send = (sending: DraftState, setup: Setup, version: string | undefined, retry = true, confirmed = false) =>
    save.mutate(
      { setup, version, confirmed, draft: sending.draft },
      {
        onSuccess: () => {
          setShowAll(false);
          setRestored(false);
          toast.success('Setup saved');
        },
        onError: (error) => {
          const now = setupNow(error);
          if (!now) return;
          const theirs = deskCore().setupDraft(now.setup, date, zone);
          setState((before) => merge(before, theirs));
          // Without a clash there is nothing to decide: the changes of both users are saved.
          const merged = merge(sending, theirs);
          const { setup: both } = deskCore().setupDraftRead(merged.draft, date, zone);
          if (retry && both && merged.clashes.length === 0) send(merged, both, now.setupVersion, false, confirmed);
          // The panels above change their height with the setup, so the clashes are focused after the desk was fetched again.
          void queries
            .invalidateQueries({ queryKey: deskQuery(timedRace, true).queryKey })
            .finally(() => setFocusClashes(merged.clashes.length > 0));
        },
      },
    );
  // The clashes may be far above the button that was pressed.
  useEffect(() => {
    if (focusClashes) clashesBox.current?.focus();
    // biome-ignore lint/nursery/useReactCompiler: the request to focus them is done.
    setFocusClashes(false);
  }, [focusClashes]);
  const question = otherDay(save.error);
  const general = problems.find((problem) => !problem.field.startsWith('contests.'));

  return (
    <div className="flex flex-col gap-6">
      {restored && (
        <Notice tone="info" title="Your unsaved changes are back">
          They were left here before the page was closed.{' '}
          <button type="button" className="link cursor-pointer" onClick={discard}>
            Use the saved setup instead
          </button>
        </Notice>
      )}
      {state.clashes.length > 0 && (
        <div ref={clashesBox} tabIndex={-1} className="scroll-mt-24 rounded-control">
          <Clashes
            title="The saved setup has changed meanwhile"
            what="this race's setup"
            discard="Use the saved setup instead"
            clashes={state.clashes}
            onTheirs={(clash) => {
              save.reset();
              setState((before) => takeTheirs(before, clash));
            }}
            onMine={(clash) => setState((before) => keepMine(before, clash))}
            onDiscard={discard}
          />
        </div>
      )}
      {state.draft.contests.length === 0 && (
        <EmptyState title="No contests yet">
          A contest is one ranking, usually a distance; its waves are inside it. Add a contest, or load a setup from a
          file.
        </EmptyState>
      )}
      {state.draft.contests.map((contest, i) => (
        <ContestEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: a new contest has nothing else that identifies it.
          key={i}
          index={i}
          contest={contest}
          problems={showAll ? problems : problems.filter((problem) => isTyped(state, i, problem))}
          mats={mats}
          open={state.draft.contests.length <= 3 || contest.name === ''}
          onChange={(change) => edit(withContest(state.draft, i, change))}
          onRemove={() => edit({ ...state.draft, contests: state.draft.contests.filter((_, at) => at !== i) })}
        />
      ))}
      {state.draft.contests.length > 0 && <TimerFields draft={state.draft} onChange={edit} />}
      <div className="flex flex-wrap gap-3">
        <Button onPress={() => edit({ ...state.draft, contests: [...state.draft.contests, NEW_CONTEST] })}>
          <Plus size={18} aria-hidden="true" /> Add a contest
        </Button>
        <SetupFile
          race={race}
          date={date}
          zone={zone}
          setup={reading.setup ?? undefined}
          onLoad={(draft) => {
            edit(draft);
            setShowAll(true);
          }}
        />
      </div>
      {showAll && general && <Notice tone="error">{general.message}</Notice>}
      {save.isError && !question && !(setupNow(save.error) && state.clashes.length > 0) && (
        <CallNotice {...callFailure(save.error)} />
      )}
      <ConfirmDialog
        title="A gun of another day?"
        isOpen={question !== undefined}
        onClose={() => save.reset()}
        confirmLabel="Save it"
        onConfirm={() => {
          if (reading.setup) send(state, reading.setup, setupVersion, true, true);
        }}
      >
        <p>{question}</p>
      </ConfirmDialog>
      {(dirty || save.isPending) && (
        <div className="sticky bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 flex flex-wrap items-center justify-between gap-3 rounded-control border border-control bg-card p-3 shadow-float desk:bottom-4">
          <p className="label text-sm" role="status">
            {state.clashes.length > 0
              ? `${state.clashes.length} to decide before it can be saved`
              : reading.problems.length > 0 && showAll
                ? `${reading.problems.length} to mend before it can be saved`
                : 'Changes not saved yet'}
          </p>
          <div className="flex gap-3">
            <Button onPress={discard}>Discard</Button>
            <Button tone="ink" pending={save.isPending} onPress={submit}>
              Save setup
            </Button>
          </div>
        </div>
      )}
    </div>
  );
});

/** Whether a problem is at a text that was typed here; a blank field that the user has not reached yet shows no problem. */
function isTyped(state: DraftState, index: number, problem: FieldError): boolean {
  const draft = state.draft.contests[index];
  const base = state.base.contests[index];
  if (!draft) return false;
  const value = textAt(draft, problem.field);
  return value !== '' && value !== (base ? textAt(base, problem.field) : '');
}

/** Returns the text of a field by the path that the core uses, such as `contests.0.splits.1.mats`; empty for an unknown one. */
function textAt(contest: ContestDraft, field: string): string {
  const path = field.split('.').slice(2);
  const number = path.find((part) => /^\d+$/.test(part));
  const split = contest.splits[Number(number)];
  const wave = contest.waves?.[Number(number)];
  const texts: Record<string, string | undefined> = {
    name: contest.name,
    distanceMetres: contest.distanceMetres,
    gun: contest.gun,
    bibs: contest.bibs,
    'waves.name': wave?.name,
    'waves.gun': wave?.gun,
    'waves.bibs': wave?.bibs,
    'start.mats': contest.startMats,
    'start.minimumLapSeconds': contest.minimumLap,
    'splits.label': split?.label,
    'splits.metres': split?.metres,
    'splits.mats': split?.mats,
    'splits.minimumSeconds': split?.minimum,
    'splits.maximumSeconds': split?.maximum,
    'finish.mats': contest.finishMats,
    'finish.minimumSeconds': contest.finishMinimum,
    'finish.maximumSeconds': contest.finishMaximum,
  };
  return texts[path.filter((part) => !/^\d+$/.test(part)).join('.')] ?? '';
}
