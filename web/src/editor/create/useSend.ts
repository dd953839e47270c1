import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { allPageRacesQuery, type Refusal, type RefusedField, raceCardsQuery, raceDatesQuery } from '@/api';
import type { Notice } from '@/core';
import { afterPictures, toast } from '@/ui';
import type { Draft } from '../kit/form';
import { outcome, resetAfterMs } from './rules';
import { createPage, type Progress } from './send';
import type { CreateHandle } from './useCreateForm';

/** Milliseconds that a toast of this page stays (SPEC §9). */
export const TOAST_MS = 3000;

/** How the last attempt ended: the core's words, and the race where one was made. */
export interface Ended {
  notice: Notice;
  race?: string;
  /** Its page is hidden. */
  hidden?: boolean;
  /** The session is over. */
  loggedOut?: boolean;
  /** The race that an attempt before may have made, although its answer never came. */
  perhaps?: string;
}

/** Sends the form, and says how that goes. */
export function useSend({ form, clear }: CreateHandle, onRefused: () => void, onCreated: () => void) {
  const queries = useQueryClient();
  const [going, setGoing] = useState<Progress>();
  const [ended, setEnded] = useState<Ended>();
  // The name under which an attempt left and was never answered.
  const unanswered = useRef<string>(undefined);
  const reset = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = useRef<AbortController>(undefined);
  // Known at once, unlike what is drawn: of two quick presses the second must not send the race again.
  const busy = useRef(false);

  useEffect(
    () => () => {
      // Leaving the page: what was made is made, and its draft must not come back.
      if (reset.current !== undefined) {
        clearTimeout(reset.current);
        clear();
      }
      stop.current?.abort();
    },
    [clear],
  );

  const post = async (draft: Draft) => {
    setEnded(undefined);
    stop.current = new AbortController();
    const end = await createPage(draft, { onProgress: setGoing, signal: stop.current.signal });
    setGoing(undefined);
    if (end.end === 'aborted') {
      toast('Sending was canceled. The race was not created.', { duration: TOAST_MS });
      return;
    }
    const name = draft.Race.trim();
    if (end.end !== 'answered') {
      if (end.end === 'noResponse') unanswered.current = name;
      setEnded({ notice: outcome(end.end) });
      return;
    }
    const notice = outcome(end.end, end.status, end.refusal?.message);
    if (notice.tone !== 'success') {
      const taken = end.refusal?.code === 'DUPLICATE_NAME' && unanswered.current === name;
      setEnded({ notice, loggedOut: end.status === 401, ...(taken ? { perhaps: name } : {}) });
      const fields = refusedFields(end.refusal);
      form.refuse(fields);
      if (fields.length > 0) onRefused();
      return;
    }
    setEnded({ notice, race: end.body?.RaceName ?? name, hidden: draft.isHidden === 'True' });
    onCreated();
    for (const { queryKey } of [raceDatesQuery, raceCardsQuery, allPageRacesQuery])
      void queries.invalidateQueries({ queryKey });
    reset.current = setTimeout(() => {
      reset.current = undefined;
      clear();
    }, resetAfterMs());
  };

  const submit = () => {
    // Between success and the empty form there is nothing to send.
    if (busy.current || reset.current !== undefined) return;
    busy.current = true;
    const send = async () => {
      const { found, draft } = form.adapter.get();
      if (found.length === 0) return post(draft);
      setEnded(undefined);
      form.showAll();
      onRefused();
    };
    afterPictures(() => {
      void send().finally(() => {
        busy.current = false;
      });
    });
  };

  return {
    submit,
    going,
    ended,
    /** Stops sending; the form stays as it is. */
    cancel: () => stop.current?.abort(),
    /** Whether the form's race is made, and the form about to be emptied. */
    made: () => reset.current !== undefined,
    dismiss: () => setEnded(undefined),
  };
}

/** Where the server's refusal belongs: its own fields, or the name when it is taken. */
function refusedFields(refusal: Refusal | undefined): RefusedField[] {
  if (!refusal) return [];
  if (refusal.code === 'DUPLICATE_NAME') return [{ field: 'Race', code: refusal.code, message: refusal.message }];
  return refusal.fields ?? [];
}
