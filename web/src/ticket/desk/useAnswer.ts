import { useTabForm } from '@/account/tabText';
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

/** The answer that is written to a ticket, kept in this tab, and which version of the ticket its writer has seen. */
export function useAnswer({ ticketId, version }: Pick<Ticket, 'ticketId' | 'version'>) {
  const [draft, change] = useTabForm<Draft>(`answer:${ticketId}`, blank());
  const seen = draft.version ?? version;
  return {
    draft,
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
    sent: () => change(blank),
    renewKey: () => change((now) => ({ ...now, key: newKey() })),
  };
}

/** What {@link useAnswer} returns. */
export type Answering = ReturnType<typeof useAnswer>;
