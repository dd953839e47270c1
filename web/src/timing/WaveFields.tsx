import { Plus } from 'lucide-react';
import { type ContestDraft, deskCore, type WaveDraft } from '@/core';
import { Button, Switch, TextField } from '@/ui';

/** The gun and the bibs of a contest or, once it is divided into waves, of each of them. */
export function WaveFields({
  contest,
  problem,
  onChange,
}: {
  contest: ContestDraft;
  /** Returns the problem at a part of the contest, such as `waves.0.gun`. */
  problem: (part: string) => string | undefined;
  onChange: (change: Partial<ContestDraft>) => void;
}) {
  const waves = contest.waves ?? [];
  const wave = (at: number, change: Partial<WaveDraft>) =>
    onChange({ waves: waves.map((one, i) => (i === at ? { ...one, ...change } : one)) });
  // A gun that somebody fired while the waves were entered here is shown, so that it can be moved to its wave.
  const ownGun = waves.length === 0 || contest.gun !== '';
  const ownBibs = waves.length === 0 || contest.bibs !== '';
  return (
    <div className="flex flex-col gap-4">
      {(ownGun || ownBibs) && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {ownGun && <GunField value={contest.gun} onChange={(gun) => onChange({ gun })} error={problem('gun')} />}
          {ownBibs && (
            <BibsField value={contest.bibs} onChange={(bibs) => onChange({ bibs })} error={problem('bibs')} />
          )}
        </div>
      )}
      {waves.map((one, at) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a new wave has nothing else that identifies it.
          key={at}
          className="rounded-control border border-rule p-4"
        >
          <legend className="sr-only">{one.name || `Wave ${at + 1}`}</legend>
          <div className="mb-3 flex min-h-8 items-center justify-between gap-4">
            <p className="label" aria-hidden="true">
              {one.name || `Wave ${at + 1}`}
            </p>
            <Button
              size="sm"
              tone="quiet"
              // A contest without waves has no such field.
              onPress={() => onChange({ waves: [], ...deskCore().waveRemoved(contest, at) })}
              aria-label={`Remove ${one.name || `wave ${at + 1}`}`}
            >
              Remove
            </Button>
          </div>
          <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
            <TextField
              label="Name"
              value={one.name}
              onChange={(name) => wave(at, { name })}
              error={problem(`waves.${at}.name`)}
            />
            <GunField value={one.gun} onChange={(gun) => wave(at, { gun })} error={problem(`waves.${at}.gun`)} />
            <BibsField value={one.bibs} onChange={(bibs) => wave(at, { bibs })} error={problem(`waves.${at}.bibs`)} />
            <TextField
              label="Other names in lists"
              hint="With commas between them."
              value={one.waveNames ?? ''}
              onChange={(waveNames) => wave(at, { waveNames })}
              error={problem(`waves.${at}.waveNames`)}
              placeholder="B, Wave 2"
            />
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button size="sm" onPress={() => onChange(deskCore().waveAdded(contest))}>
          <Plus size={16} aria-hidden="true" /> {waves.length === 0 ? 'Divide into waves' : 'Add a wave'}
        </Button>
        <Switch isSelected={contest.acceptUnlisted} onChange={(acceptUnlisted) => onChange({ acceptUnlisted })}>
          Accept bibs that no list names
        </Switch>
      </div>
    </div>
  );
}

interface Text {
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
}

const GunField = (text: Text) => (
  <TextField label="Gun" hint="On the race's clock; empty until it was fired." placeholder="8:30:00.000 AM" {...text} />
);

const BibsField = (text: Text) => (
  <TextField label="Bibs" hint="Ranges, with commas between them." placeholder="1000-1999, 5500-9499" {...text} />
);
