import { useMemo, useState } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import type { Clash, Merged, PieceText } from '@/core';
import { Button, Dialog } from '@/ui';
import type { Conflict } from './api';
import { Changes, SideText } from './Changes';
import type { PartHandle } from './part';
import { changes, conflictWords, merge, words } from './rules';
import { moment } from './when';

/** Shown when somebody else saved the part first: fields that only one user changed are merged, fields that both changed are chosen. */
export function ConflictDialog({ part, conflict }: { part: PartHandle; conflict: Conflict }) {
  const { title, text } = conflictWords(conflict.by);
  // The keys of the fields that both users changed and for which the other version is taken.
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const { base, draft } = part;
  const merged = useMemo(() => merge(part.part, base, draft, conflict.race, []), [part.part, base, draft, conflict]);
  const { keepMine, takeTheirs, saveChosen, saveBoth, restoreAnyway } = words();
  // Outside the edit mode, the conflict comes from restoring an earlier version.
  const label = !part.editing
    ? restoreAnyway
    : merged.clashes.length === 0
      ? saveBoth
      : taken.size > 0
        ? saveChosen
        : keepMine;
  return (
    <Dialog
      title={title}
      isOpen
      onClose={() => part.resolveConflict('later')}
      shape="wide"
      role="alertdialog"
      dismissable={false}
      actions={
        <>
          <Button onPress={() => part.resolveConflict('later')}>{part.editing ? 'Keep editing' : 'Cancel'}</Button>
          <Button onPress={() => part.resolveConflict('theirs')}>{takeTheirs}</Button>
          <Button tone="ink" onPress={() => part.resolveConflict('mine', [...taken])}>
            {label}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <p className="mt-1 mb-6 text-sm text-ink-2">
        {part.title}, saved {moment(conflict.at)}
      </p>
      {part.editing ? (
        <Choices
          merged={merged}
          taken={taken}
          onTake={(key, theirs) => {
            const next = new Set(taken);
            if (theirs) next.add(key);
            else next.delete(key);
            setTaken(next);
          }}
        />
      ) : (
        <>
          <p className="mb-4">{words().conflictRestore}</p>
          <Changes
            changes={changes(part.part, part.race, conflict.race)}
            labels={[words().conflictBefore, words().conflictTheirs]}
          />
        </>
      )}
    </Dialog>
  );
}

/** A choice for each field that both users changed, then the changes that only one of them made. */
function Choices({
  merged: { clashes, mine, theirs },
  taken,
  onTake,
}: {
  merged: Merged;
  taken: ReadonlySet<string>;
  onTake: (key: string, theirs: boolean) => void;
}) {
  const { conflictBoth, conflictOnlyTheirs, conflictOnlyMine, conflictBefore, conflictTheirs } = words();
  return (
    <div className="flex flex-col gap-8">
      {clashes.length > 0 && (
        <section className="flex flex-col gap-6">
          <h3 className="display text-base">{conflictBoth}</h3>
          {clashes.map((clash) => (
            <Choice key={clash.key} clash={clash} taken={taken.has(clash.key)} onTake={onTake} />
          ))}
        </section>
      )}
      {theirs.length > 0 && (
        <section>
          <h3 className="display mb-4 text-base">{conflictOnlyTheirs}</h3>
          <Changes changes={theirs} labels={[conflictBefore, conflictTheirs]} />
        </section>
      )}
      {mine.length > 0 && (
        <p className="text-sm text-ink-2">
          {conflictOnlyMine} {[...new Set(mine.map((change) => change.label))].join(', ')}
        </p>
      )}
    </div>
  );
}

function Choice({
  clash: { key, label, before, mine, theirs },
  taken,
  onTake,
}: {
  clash: Clash;
  taken: boolean;
  onTake: (key: string, theirs: boolean) => void;
}) {
  const { conflictMine, conflictTheirs, conflictBefore } = words();
  return (
    <div>
      <RadioGroup value={taken ? 'theirs' : 'mine'} onChange={(side) => onTake(key, side === 'theirs')}>
        <Label className="label mb-2 block">{label}</Label>
        <div className="grid gap-3 sm:grid-cols-2">
          <SideChoice id="theirs" label={conflictTheirs} side={theirs} />
          <SideChoice id="mine" label={conflictMine} side={mine} />
        </div>
      </RadioGroup>
      {(before.text.trim() !== '' || before.urls.length > 0) && (
        <details className="mt-1 text-sm text-ink-2">
          <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
            {conflictBefore}
          </summary>
          <div className="rounded-control bg-sunk p-3">
            <SideText {...before} />
          </div>
        </details>
      )}
    </div>
  );
}

function SideChoice({ id, label, side }: { id: string; label: string; side: PieceText }) {
  return (
    <Radio
      value={id}
      className="group flex min-h-11 min-w-0 cursor-pointer items-start gap-3 rounded-control border border-control bg-sunk p-3 text-sm hover:border-ink data-[selected]:border-line data-[selected]:bg-card data-[selected]:shadow-[inset_0_0_0_1px_var(--color-line)]"
    >
      <span
        aria-hidden="true"
        className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border-2 border-control group-data-[selected]:border-line"
      >
        <span className="size-2.5 scale-0 rounded-full bg-line group-data-[selected]:scale-100" />
      </span>
      <span className="min-w-0">
        <span className="mb-1 block text-xs text-ink-2">{label}</span>
        <SideText {...side} />
      </span>
    </Radio>
  );
}
