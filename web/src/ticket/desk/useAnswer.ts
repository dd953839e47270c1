import { keepTabText, tabText, useTabForm } from '@/account/tabText';
import { newKey } from '@/ui';
import type { ChosenPicture } from '../Pictures';
import type { Ticket } from './api';

/** An answer or a note while it is written. */
interface Draft {
  text: string;
  kind: 'staff' | 'note';
  /** Makes a repetition of a lost request the same message. */
  key: string;
  /** The version of the ticket that was on the screen when the writing began; none while nothing is written. */
  version: number | undefined;
  pictures: ChosenPicture[];
}

const blank = (): Draft => ({ text: '', kind: 'staff', key: newKey(), version: undefined, pictures: [] });

/** Where this tab keeps what is written to a ticket. */
const keptAs = (ticketId: string) => `answer:${ticketId}`;

const isBegun = ({ text, pictures }: Draft) => text !== '' || pictures.length > 0;

/**
 * Makes a draft the one of another ticket, unless that has one of its own. What that ticket has counts as not seen yet. The key stays: the
 * answer may have been lost, and then the server knows it. Returns whether it was moved.
 */
function moveDraft(draft: Draft, to: string): boolean {
  const there: Draft = { ...blank(), ...(JSON.parse(tabText(keptAs(to)) ?? '{}') as Partial<Draft>) };
  if (isBegun(there)) return false;
  keepTabText(keptAs(to), JSON.stringify({ ...draft, version: 0 }));
  return true;
}

/** The answer that is written to a ticket, kept in this tab, and which version of the ticket its writer has seen. */
export function useAnswer({ ticketId, version }: Pick<Ticket, 'ticketId' | 'version'>) {
  const [draft, change] = useTabForm<Draft>(keptAs(ticketId), blank());
  const seen = draft.version ?? version;
  return {
    draft,
    /** Whether there is something to lose. */
    isBegun: isBegun(draft),
    /** The version that the writer has seen, which the server compares with its own. */
    seen,
    /** Whether somebody else, or the runner, has changed the ticket since the writing began. */
    isOvertaken: version > seen,
    write: (text: string) =>
      change((now) => ({ ...now, text, version: text === '' ? undefined : (now.version ?? version) })),
    /** The pictures that go with the text. */
    setPictures: (next: (now: readonly ChosenPicture[]) => ChosenPicture[]) =>
      change((now) => ({ ...now, pictures: next(now.pictures), version: now.version ?? version })),
    choose: (kind: Draft['kind']) => change((now) => ({ ...now, kind })),
    /** After the writer was told: what is on the screen now counts as seen. */
    sawAll: (shown: number) => change((now) => (now.version === undefined ? now : { ...now, version: shown })),
    /** After a change by the same person, which is no news to them. */
    sawOwnChange: (shown: number) =>
      change((now) => (now.version === undefined || now.version < version ? now : { ...now, version: shown })),
    /** After this ticket was joined into another one: takes what is written there, unless something else is written to that. */
    moveTo: (whole: string): boolean => {
      const isMoved = !isBegun(draft) || moveDraft(draft, whole);
      if (isMoved) change(blank);
      return isMoved;
    },
    sent: () => change(blank),
    renewKey: () => change((now) => ({ ...now, key: newKey() })),
  };
}

/** What {@link useAnswer} returns. */
export type Answering = ReturnType<typeof useAnswer>;
