import { useSyncExternalStore } from 'react';
import type { CreateForm } from '@/core';
import { Button, Notice } from '@/ui';
import type { DraftState, DraftSync } from './DraftSync';
import { formSections, readDraft } from './rules';
import { sectionOf } from './sections';

/** The state of the draft; the calling component renders again when it changes. */
export function useDraftState(draft: DraftSync): DraftState {
  return useSyncExternalStore(draft.subscribe, draft.get);
}

/** One line that says where the draft is saved. */
export function DraftStatus({ draft }: { draft: DraftSync }) {
  const { storedAt, savedAt, failure, other } = useDraftState(draft);
  const parts = [
    storedAt && `Saved on this device at ${clock(storedAt)}`,
    savedAt && `saved on the server at ${clock(savedAt)}`,
    other
      ? 'choose a draft above to go on saving there'
      : failure?.offline
        ? 'the rest waits for a connection'
        : failure && `the server did not take the rest: ${failure.text}`,
  ].filter(Boolean);
  if (parts.length === 0) return null;
  const line = parts.join(' · ');
  return <span>{line.charAt(0).toUpperCase() + line.slice(1)}</span>;
}

/** Offers the choice between the form and another draft, and afterwards to restore the one that was not chosen. */
export function DraftNotice({ draft, form }: { draft: DraftSync; form: () => CreateForm }) {
  const { other, replaced } = useDraftState(draft);
  if (other) {
    const { kind, draft: found } = other;
    const when = clock(new Date(found.savedAt));
    const name = found.form.Race.trim();
    return (
      <Notice
        tone="info"
        title={kind === 'found' ? 'There is a draft of yours on the server' : 'This draft was changed elsewhere'}
      >
        <p>
          {kind === 'found'
            ? `${name || 'A race without a name yet'}, saved at ${when}. Its pictures must be chosen again.`
            : `The server has one saved at ${when}${name ? `, ${name}` : ''}. It differs in: ${differences(found.form, form()).join(', ')}.`}
        </p>
        <p className="mt-3 flex flex-wrap gap-3">
          <Button size="sm" tone="ink" onPress={() => draft.takeOther()}>
            {kind === 'found' ? `Continue this draft from ${when}` : `Take the one from ${when}`}
          </Button>
          <Button size="sm" onPress={() => draft.takeMine()}>
            {kind === 'found' ? 'Discard it' : 'Keep what is here'}
          </Button>
        </p>
      </Notice>
    );
  }
  if (!replaced) return null;
  return (
    <Notice tone="info">
      <p>
        The other draft{replaced.Race.trim() ? `, ${replaced.Race.trim()},` : ''} is out of the form, but not lost yet.
      </p>
      <p className="mt-3 flex flex-wrap gap-3">
        <Button size="sm" onPress={() => draft.restoreReplaced()}>
          Bring it back
        </Button>
        <Button size="sm" tone="quiet" onPress={() => draft.forgetReplaced()}>
          Forget it
        </Button>
      </p>
    </Notice>
  );
}

/** `4:12 PM` today, `November 19, 4:12 PM` on another day, in the reader's own time zone. */
function clock(at: Date): string {
  const today = at.toDateString() === new Date().toDateString();
  return at.toLocaleString('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    ...(today ? {} : { month: 'long', day: 'numeric' }),
  });
}

/** The sections in which two forms differ, by their titles. */
function differences(saved: CreateForm, other: CreateForm): string[] {
  // In the core's order of fields: a stored form may have another one.
  const one = readDraft(JSON.stringify(saved));
  const names = Object.keys(other) as (keyof CreateForm)[];
  const ids = new Set(
    names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name])).map((name) => sectionOf(name)),
  );
  return formSections()
    .filter((section) => ids.has(section.id))
    .map((section) => section.title);
}
