import { ChevronDown, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Disclosure, DisclosurePanel, Heading, Button as PlainButton } from 'react-aria-components';
import { type ContestDraft, deskCore, type FieldError, type Leg, type Ranking, type SplitDraft } from '@/core';
import { distanceTone, toneFill } from '@/racekit';
import { Button, ConfirmDialog, SelectField, Switch, TextField } from '@/ui';
import { LengthField } from './LengthField';

const LEGS: readonly { id: Leg; label: string }[] = [
  { id: 'swim', label: 'Swim' },
  { id: 't1', label: 'T1' },
  { id: 'bike', label: 'Bike' },
  { id: 't2', label: 'T2' },
  { id: 'run', label: 'Run' },
];
const RANKINGS: readonly Ranking[] = ['gun', 'chip', 'hybrid'];
const NEW_SPLIT: SplitDraft = { label: '', metres: '', mats: '', minimum: '', leg: 'run' };

/** One contest of the form: its properties, its gun and its timing points. Problems are shown at their fields. */
export function ContestEditor({
  index,
  contest,
  problems,
  mats,
  open,
  onChange,
  onRemove,
  onFire,
  firing,
}: {
  index: number;
  contest: ContestDraft;
  problems: readonly FieldError[];
  /** The mats that have sent reads. */
  mats: readonly string[];
  open: boolean;
  onChange: (change: Partial<ContestDraft>) => void;
  onRemove: () => void;
  /** Undefined while the contest is not saved on the server. */
  onFire: ((gun: string | null) => void) | undefined;
  firing: boolean;
}) {
  const [shown, setShown] = useState(open);
  const ownProblems = problems.filter((one) => one.field.startsWith(`contests.${index}.`));
  // The problem of a range of bibs has the field `bibs.1`; in this form all ranges are one field.
  const problem = (part: string) => {
    const field = `contests.${index}.${part}`;
    return ownProblems.find((one) => one.field === field || one.field.startsWith(`${field}.`))?.message;
  };
  const tri = contest.sport === 'tri';
  const sendingMats = mats.length > 0 ? `Sending reads: ${mats.join(', ')}.` : undefined;
  const split = (at: number, change: Partial<SplitDraft>) =>
    onChange({ splits: contest.splits.map((one, i) => (i === at ? { ...one, ...change } : one)) });

  return (
    <Disclosure
      isExpanded={shown || ownProblems.length > 0}
      onExpandedChange={setShown}
      className="overflow-hidden rounded-bib border border-control bg-card"
    >
      <div className={`h-2 ${toneFill[distanceTone(contest.name)]}`} aria-hidden="true" />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
        <Heading level={3} className="min-w-0 flex-1 max-sm:basis-full">
          <PlainButton
            slot="trigger"
            className="display flex min-h-11 w-full cursor-pointer items-center gap-3 text-left text-lg"
          >
            <ChevronDown
              size={20}
              aria-hidden="true"
              className={`shrink-0 text-ink-3 transition-transform ${shown || ownProblems.length > 0 ? '' : '-rotate-90'}`}
            />
            <span className="truncate">{contest.name || 'New contest'}</span>
          </PlainButton>
        </Heading>
        <Gun contest={contest} onFire={onFire} firing={firing} />
      </div>
      <DisclosurePanel className="border-t border-rule">
        <div className="flex flex-col gap-6 p-4 sm:p-6">
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            <TextField
              label="Name"
              value={contest.name}
              onChange={(name) => onChange({ name })}
              error={problem('name')}
              placeholder="10K"
            />
            <LengthField
              label="Distance"
              value={contest.distanceMetres}
              onChange={(distanceMetres) => onChange({ distanceMetres })}
              error={problem('distanceMetres')}
              placeholder="10K, 13.1 mi, 5000 m"
            />
            <SelectField
              label="Sport"
              value={contest.sport}
              onChange={(sport) => onChange({ sport: sport as ContestDraft['sport'] })}
              options={[
                { id: 'run', label: 'Run' },
                { id: 'tri', label: 'Triathlon' },
                { id: 'wheel', label: 'Wheelchairs and handcycles' },
              ]}
            />
            <SelectField
              label="Ranked by"
              value={contest.ranking}
              onChange={(ranking) => onChange({ ranking: ranking as Ranking })}
              options={RANKINGS.map((one) => ({ id: one, label: deskCore().rankingLabel(one) }))}
            />
          </div>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField
              label="Gun"
              hint="On the race's clock; empty until it was fired."
              value={contest.gun}
              onChange={(gun) => onChange({ gun })}
              error={problem('gun')}
              placeholder="8:30:00.000 AM"
            />
            <div className="flex flex-col gap-2">
              <TextField
                label="Bibs"
                hint="Ranges, with commas between them."
                value={contest.bibs}
                onChange={(bibs) => onChange({ bibs })}
                error={problem('bibs')}
                placeholder="1000-1999, 5500-9499"
              />
              <Switch isSelected={contest.acceptUnlisted} onChange={(acceptUnlisted) => onChange({ acceptUnlisted })}>
                Accept bibs that no list names
              </Switch>
            </div>
          </div>
          <Point title="Start">
            <TextField
              label="Start mats"
              hint={sendingMats ?? 'Names of mats, with commas between them.'}
              value={contest.startMats}
              onChange={(startMats) => onChange({ startMats })}
              error={problem('start.mats')}
              placeholder="FINISH1, FINISH2"
            />
            <TextField
              label="Start open for"
              hint="After the gun; a later read is no start."
              value={contest.minimumLap}
              onChange={(minimumLap) => onChange({ minimumLap })}
              error={problem('start.minimumLapSeconds')}
              placeholder="20:00"
            />
          </Point>
          {contest.splits.map((one, i) => (
            <Point
              // biome-ignore lint/suspicious/noArrayIndexKey: a new split has nothing else that identifies it.
              key={i}
              title={one.label ? `Split ${one.label}` : `Split ${i + 1}`}
              onRemove={() => onChange({ splits: contest.splits.filter((_, at) => at !== i) })}
            >
              <div className={`grid gap-4 ${tri ? 'grid-cols-3' : 'grid-cols-2'}`}>
                <TextField
                  label="Label"
                  value={one.label}
                  onChange={(label) => split(i, { label })}
                  error={problem(`splits.${i}.label`)}
                  placeholder="5K"
                />
                <LengthField
                  label="From the start"
                  value={one.metres}
                  onChange={(metres) => split(i, { metres })}
                  error={problem(`splits.${i}.metres`)}
                  placeholder="5K, 3.1 mi"
                />
                {tri && (
                  <SelectField
                    label="Leg"
                    value={one.leg}
                    onChange={(leg) => split(i, { leg: leg as Leg })}
                    options={LEGS}
                  />
                )}
              </div>
              <div className="grid grid-cols-2 gap-4">
                <TextField
                  label="Mats"
                  value={one.mats}
                  onChange={(text) => split(i, { mats: text })}
                  error={problem(`splits.${i}.mats`)}
                  placeholder="5K"
                />
                <TextField
                  label="Not before"
                  value={one.minimum}
                  onChange={(minimum) => split(i, { minimum })}
                  error={problem(`splits.${i}.minimumSeconds`)}
                  placeholder="10:00"
                />
              </div>
            </Point>
          ))}
          <Button
            size="sm"
            className="ml-8 self-start"
            onPress={() => onChange({ splits: [...contest.splits, NEW_SPLIT] })}
          >
            <Plus size={16} aria-hidden="true" /> Add a split
          </Button>
          <Point title="Finish" last>
            <TextField
              label="Finish mats"
              hint="May be the mats of the start."
              value={contest.finishMats}
              onChange={(finishMats) => onChange({ finishMats })}
              error={problem('finish.mats')}
              placeholder="FINISH1, FINISH2"
            />
            <div className={`grid gap-4 ${tri ? 'grid-cols-2' : ''}`}>
              <TextField
                label="Not before"
                hint="After the own start; nobody can be faster."
                value={contest.finishMinimum}
                onChange={(finishMinimum) => onChange({ finishMinimum })}
                error={problem('finish.minimumSeconds')}
                placeholder="25:00"
              />
              {tri && (
                <SelectField
                  label="Last leg"
                  value={contest.finishLeg}
                  onChange={(leg) => onChange({ finishLeg: leg as Leg })}
                  options={LEGS}
                />
              )}
            </div>
          </Point>
          <Button tone="quiet" className="self-start" onPress={onRemove}>
            <Trash2 size={18} aria-hidden="true" /> Remove this contest
          </Button>
        </div>
      </DisclosurePanel>
    </Disclosure>
  );
}

/** The fields of a timing point, along the contest's line. */
function Point({
  title,
  last = false,
  onRemove,
  children,
}: {
  title: string;
  last?: boolean;
  onRemove?: () => void;
  children: React.ReactNode;
}) {
  return (
    <fieldset className="relative pl-8">
      <span aria-hidden="true" className={`absolute top-0 left-[3px] w-[7px] bg-line ${last ? 'h-8' : '-bottom-6'}`} />
      <span aria-hidden="true" className="absolute top-3 left-0 h-[3px] w-[13px] -rotate-12 bg-card" />
      <legend className="sr-only">{title}</legend>
      <div className="mb-3 flex min-h-8 items-center justify-between gap-4">
        <p className="label" aria-hidden="true">
          {title}
        </p>
        {onRemove && (
          <Button size="sm" tone="quiet" onPress={onRemove} aria-label={`Remove ${title}`}>
            Remove
          </Button>
        )}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

/** The gun next to the contest's name: fired with one press. Firing it again or taking it back has to be confirmed. */
function Gun({
  contest,
  onFire,
  firing,
}: {
  contest: ContestDraft;
  onFire: ((gun: string | null) => void) | undefined;
  firing: boolean;
}) {
  const [asking, setAsking] = useState<'again' | 'back'>();
  const fired = contest.gun.trim() !== '';
  const now = () => new Date().toISOString();
  if (!onFire) {
    return (
      <p className="tabular text-sm text-ink-2">
        {fired ? `Gun ${contest.gun}` : 'Save first; then its gun can be fired.'}
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="tabular text-sm text-ink-2 max-sm:basis-full">{fired ? `Gun ${contest.gun}` : 'Gun not fired'}</p>
      {fired ? (
        <>
          <Button size="sm" onPress={() => setAsking('again')} pending={firing}>
            Fire again
          </Button>
          <Button size="sm" tone="quiet" onPress={() => setAsking('back')}>
            Take back
          </Button>
        </>
      ) : (
        <Button tone="ink" pending={firing} onPress={() => onFire(now())} aria-label={`Fire now: ${contest.name}`}>
          Fire now
        </Button>
      )}
      <ConfirmDialog
        title={asking === 'back' ? `Take back the gun of ${contest.name}?` : `Fire the gun of ${contest.name} again?`}
        isOpen={asking !== undefined}
        onClose={() => setAsking(undefined)}
        confirmLabel={asking === 'back' ? 'Take back' : 'Fire now'}
        onConfirm={() => {
          onFire(asking === 'back' ? null : now());
          setAsking(undefined);
        }}
      >
        <p>
          The gun stands at {contest.gun}. {asking === 'back' ? 'Without it' : 'With a new one'}, all gun times of{' '}
          {contest.name} {asking === 'back' ? 'go' : 'change'} at once, on the live page as well.
        </p>
      </ConfirmDialog>
    </div>
  );
}
