import { CircleCheck } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { callWords } from '@/api';
import { type PacketAction, type PacketKind, type PacketLine, packetRules } from '@/core';
import { BibTag } from '@/racekit';
import { Button, ConfirmDialog, TextField } from '@/ui';

type Act = (action: Pick<PacketAction, 'bib' | 'kind'> & Partial<PacketAction>) => void;

/** A packet: whose it is, where it is, and what can be done with it. */
export function PacketCard({ line, onAct }: { line: PacketLine; onAct: Act }) {
  const [asks, setAsks] = useState(false);
  const [more, setMore] = useState(false);
  const panel = useId();
  const { bib, name, distance, wave, packet, pen, shirt, note, chip, out, state, waiting } = line;
  const facts = [
    ['Packet', packet],
    ['Pen', pen],
    ['Chip', chip === bib ? '' : chip],
    ['Shirt', shirt],
    ['Note', note],
  ].filter(([, value]) => value);
  return (
    <article aria-label={`Bib ${bib}`} className="rounded-bib border border-rule bg-card p-4 sm:p-6">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-4">
        <BibTag bib={bib} distance={distance} large />
        <div className="min-w-0">
          <h2 className="display text-xl break-words">{name}</h2>
          <p className="text-ink-2">{[distance, wave].filter(Boolean).join(', ')}</p>
          {state && (
            <p className="label mt-1 flex items-start gap-2 text-success">
              <CircleCheck size={18} className="mt-[3px] shrink-0" aria-hidden="true" />
              <span className="min-w-0 break-words">{state}</span>
            </p>
          )}
          {waiting && <p className="text-sm text-ink-2">Not sent yet</p>}
        </div>
      </div>
      {facts.length > 0 && (
        <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-3">
          {facts.map(([label, value]) => (
            <div key={label} className={`min-w-0 ${label === 'Note' ? 'col-span-full' : ''}`}>
              <dt className="text-sm text-ink-2">{label}</dt>
              <dd className="label break-words">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {out === '' ? (
          <Button
            tone="ink"
            data-main
            onPress={() => onAct({ bib, kind: 'out' })}
            aria-label={`Hand out bib ${bib}`}
            className="min-w-36"
          >
            Hand out
          </Button>
        ) : (
          <Button data-main onPress={() => setAsks(true)} aria-label={`Take back bib ${bib}`} className="min-w-36">
            Take back
          </Button>
        )}
        <Button
          tone="quiet"
          aria-expanded={more}
          aria-controls={panel}
          onPress={() => setMore(!more)}
          aria-label={`Change bib ${bib}`}
        >
          Change
        </Button>
      </div>
      <div id={panel} hidden={!more} className="mt-4 border-t border-rule pt-4">
        {more && <Changes line={line} onAct={onAct} />}
      </div>
      <ConfirmDialog
        title={`Take back bib ${bib}?`}
        isOpen={asks}
        onClose={() => setAsks(false)}
        confirmLabel="Take back"
        onConfirm={() => {
          setAsks(false);
          onAct({ bib, kind: 'back', of: out });
        }}
      >
        <p>{packetRules().packetWords(0).takeBack}</p>
      </ConfirmDialog>
    </article>
  );
}

/** The forms for another shirt, another chip and a note. */
function Changes({ line, onAct }: { line: PacketLine; onAct: Act }) {
  const { bib } = line;
  return (
    <div className="flex flex-col gap-4">
      <OneChange {...{ bib, onAct }} kind="shirt" label="Shirt size" now={line.shirt} />
      <OneChange {...{ bib, onAct }} kind="chip" label="New chip" now="" hint={packetRules().packetWords(0).chip} />
      <OneChange {...{ bib, onAct }} kind="note" label="Note" now={line.note} />
    </div>
  );
}

function OneChange({
  bib,
  kind,
  label,
  now,
  hint,
  onAct,
}: {
  bib: string;
  kind: PacketKind;
  label: string;
  /** What is stored. */
  now: string;
  hint?: string;
  onAct: Act;
}) {
  const [typed, setTyped] = useState(now);
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    try {
      onAct({ bib, kind, value: typed });
      setProblem(undefined);
      if (kind === 'chip') setTyped('');
    } catch (error) {
      setProblem(callWords(error));
    }
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <TextField
        label={label}
        {...(hint ? { hint } : {})}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setProblem(undefined);
        }}
        error={problem}
        autoComplete="off"
        className="w-full max-w-sm"
      />
      <Button type="submit" isDisabled={kind !== 'chip' && typed.trim() === now} aria-label={`Save ${label}`}>
        Save
      </Button>
    </form>
  );
}
