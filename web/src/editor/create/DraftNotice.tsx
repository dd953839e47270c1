import { useSyncExternalStore } from 'react';
import type { CreateForm } from '@/core';
import { Button, Notice } from '@/ui';
import type { DraftKeeper, DraftState } from './DraftKeeper';
import { formSections, readDraft } from './rules';
import { sectionOf } from './sections';

/** How the draft stands. */
export function useDraftState(draft: DraftKeeper): DraftState {
  return useSyncExternalStore(draft.subscribe, draft.get);
}

/** Where the draft is kept, in a line that says no more than what is so. */
export function DraftStatus({ draft }: { draft: DraftKeeper }) {
  const { keptAt, savedAt, trouble, other } = useDraftState(draft);
  const parts = [
    keptAt && `Saved on this device at ${clock(keptAt)}`,
    savedAt && `saved on the server at ${clock(savedAt)}`,
    other
      ? 'choose a draft above to go on saving there'
      : trouble?.offline
        ? 'the rest waits for a connection'
        : trouble && `the server did not take the rest: ${trouble.text}`,
  ].filter(Boolean);
  if (parts.length === 0) return null;
  const line = parts.join(' · ');
  return <span>{line.charAt(0).toUpperCase() + line.slice(1)}</span>;
}

/** Another draft than the one in the form: which of the two to go on with. Neither is lost by choosing. */
export function DraftNotice({ draft, form }: { draft: DraftKeeper; form: () => CreateForm }) {
  const { other, replaced } = useDraftState(draft);
  if (other) {
    const { kind, draft: kept } = other;
    const when = clock(new Date(kept.savedAt));
    const name = kept.form.Race.trim();
    return (
      <Notice
        tone="info"
        title={kind === 'found' ? 'There is a draft of yours on the server' : 'This draft was changed elsewhere'}
      >
        <p>
          {kind === 'found'
            ? `${name || 'A race without a name yet'}, saved at ${when}. Its pictures must be chosen again.`
            : `The server has one saved at ${when}${name ? `, ${name}` : ''}. It differs in: ${differences(kept.form, form()).join(', ')}.`}
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
        <Button size="sm" onPress={() => draft.bringBack()}>
          Bring it back
        </Button>
        <Button size="sm" tone="quiet" onPress={() => draft.forgetReplaced()}>
          Forget it
        </Button>
      </p>
    </Notice>
  );
}

/** `4:12 PM` today, `November 19, 4:12 PM` on another day, on the reader's own clock. */
function clock(at: Date): string {
  const today = at.toDateString() === new Date().toDateString();
  return at.toLocaleString('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    ...(today ? {} : { month: 'long', day: 'numeric' }),
  });
}

/** The sections in which two forms differ, by their titles. */
function differences(kept: CreateForm, other: CreateForm): string[] {
  // As the core writes it: a stored form may have its fields in another order.
  const one = readDraft(JSON.stringify(kept));
  const names = Object.keys(other) as (keyof CreateForm)[];
  const ids = new Set(
    names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name])).map((name) => sectionOf(name)),
  );
  return formSections()
    .filter((section) => ids.has(section.id))
    .map((section) => section.title);
}
