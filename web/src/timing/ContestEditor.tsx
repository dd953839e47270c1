import { ChevronDown, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Disclosure, DisclosurePanel, Heading, Button as PlainButton } from 'react-aria-components';
import { type ContestDraft, deskCore, type FieldError, type Ranking, type SplitDraft } from '@/core';
import { distanceTone, toneFill } from '@/racekit';
import { Button, SelectField, Switch, TextField } from '@/ui';
import { LengthField } from './LengthField';
import { LegFields, LimitFields, PointFields } from './PointFields';
import { WaveFields } from './WaveFields';

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
}: {
  index: number;
  contest: ContestDraft;
  problems: readonly FieldError[];
  /** The mats that have sent reads. */
  mats: readonly string[];
  open: boolean;
  onChange: (change: Partial<ContestDraft>) => void;
  onRemove: () => void;
}) {
  const [shown, setShown] = useState(open);
  const ownProblems = problems.filter((one) => one.field.startsWith(`contests.${index}.`));
  // The problem of a range of bibs has the field `bibs.1`; in this form all ranges are one field.
  const problem = (part: string) => {
    const field = `contests.${index}.${part}`;
    return ownProblems.find((one) => one.field === field || one.field.startsWith(`${field}.`))?.message;
  };
  const named = [contest.finishLegName, ...contest.splits.map((one) => one.legName)].some(Boolean);
  const [hasLegs, setHasLegs] = useState(named);
  const legs = hasLegs || named || contest.sport === 'tri';
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
        <p className="tabular text-sm text-ink-2">{gunText(contest)}</p>
      </div>
      <DisclosurePanel className="border-t border-rule">
        <div className="flex flex-col gap-6 p-4 sm:p-6">
          <div className="field-row sm:grid-cols-2 lg:grid-cols-4">
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
          <WaveFields contest={contest} problem={problem} onChange={onChange} />
          <PointFields title="Start">
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
              hint="Minutes after the gun, or 1:40:00; a later read is no start."
              value={contest.minimumLap}
              onChange={(minimumLap) => onChange({ minimumLap })}
              error={problem('start.minimumLapSeconds')}
              placeholder="20:00"
            />
          </PointFields>
          {contest.splits.map((one, i) => (
            <PointFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a new split has nothing else that identifies it.
              key={i}
              title={one.label ? `Split ${one.label}` : `Split ${i + 1}`}
              onRemove={() => onChange({ splits: contest.splits.filter((_, at) => at !== i) })}
            >
              <div className="field-row grid-cols-2">
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
              </div>
              <TextField
                label="Mats"
                value={one.mats}
                onChange={(text) => split(i, { mats: text })}
                error={problem(`splits.${i}.mats`)}
                placeholder="5K"
              />
              <LimitFields
                minimum={one.minimum}
                maximum={one.maximum}
                onMinimum={(minimum) => split(i, { minimum })}
                onMaximum={(maximum) => split(i, { maximum })}
                problems={{
                  minimum: problem(`splits.${i}.minimumSeconds`),
                  maximum: problem(`splits.${i}.maximumSeconds`),
                }}
                placeholder="10:00"
              />
              {legs && (
                <LegFields
                  leg={one.leg}
                  name={one.legName}
                  onLeg={(leg) => split(i, { leg })}
                  onName={(legName) => split(i, { legName })}
                />
              )}
            </PointFields>
          ))}
          <Button
            size="sm"
            className="ml-8 self-start"
            onPress={() => onChange({ splits: [...contest.splits, NEW_SPLIT] })}
          >
            <Plus size={16} aria-hidden="true" /> Add a split
          </Button>
          <PointFields title="Finish" last>
            <TextField
              label="Finish mats"
              hint="May be the mats of the start."
              value={contest.finishMats}
              onChange={(finishMats) => onChange({ finishMats })}
              error={problem('finish.mats')}
              placeholder="FINISH1, FINISH2"
            />
            <LimitFields
              minimum={contest.finishMinimum}
              maximum={contest.finishMaximum}
              onMinimum={(finishMinimum) => onChange({ finishMinimum })}
              onMaximum={(finishMaximum) => onChange({ finishMaximum })}
              problems={{ minimum: problem('finish.minimumSeconds'), maximum: problem('finish.maximumSeconds') }}
              placeholder="25:00"
            />
            {legs && (
              <LegFields
                leg={contest.finishLeg}
                name={contest.finishLegName}
                onLeg={(finishLeg) => onChange({ finishLeg })}
                onName={(finishLegName) => onChange({ finishLegName })}
              />
            )}
          </PointFields>
          {contest.sport !== 'tri' && (
            <Switch className="ml-8" isSelected={legs} isDisabled={named} onChange={setHasLegs}>
              Relay, or several legs
            </Switch>
          )}
          <Button tone="quiet" className="self-start" onPress={onRemove}>
            <Trash2 size={18} aria-hidden="true" /> Remove this contest
          </Button>
        </div>
      </DisclosurePanel>
    </Disclosure>
  );
}

/** The gun next to the contest's name. It is fired in the section Start. */
function gunText({ gun, waves = [] }: ContestDraft): string {
  if (waves.length > 0)
    return `${waves.length} waves, ${waves.filter((wave) => wave.gun.trim() !== '').length} started`;
  return gun.trim() === '' ? 'Gun not fired' : `Gun ${gun}`;
}
