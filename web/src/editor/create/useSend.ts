import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { allPageRacesQuery, raceCardsQuery, raceDatesQuery } from '@/api';
import type { Notice } from '@/core';
import { EDITOR_TOAST_MS, toast, whenPicturesReady } from '@/ui';
import type { Draft } from '../kit/form';
import { refusedFields } from '../kit/rules';
import { outcome, resetAfterMs } from './rules';
import { createPage, type Progress } from './send';
import type { CreateHandle } from './useCreateForm';

/** The result of the last attempt to send: the core's message, and the race if one was created. */
export interface SendResult {
  notice: Notice;
  race?: string;
  /** Whether the race's page is hidden. */
  hidden?: boolean;
  /** Whether the session has ended. */
  loggedOut?: boolean;
  /** The race that an earlier attempt may have created, although its response was lost. */
  maybeCreated?: string;
}

/** Sends the form; provides the progress and the result. */
export function useSend({ form, clear }: CreateHandle, onRefused: () => void, onCreated: () => void) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const [result, setResult] = useState<SendResult>();
  // The name of the race in an attempt that got no response.
  const unanswered = useRef<string>(undefined);
  const reset = useRef<ReturnType<typeof setTimeout>>(undefined);
  const controller = useRef<AbortController>(undefined);
  // A ref, because state changes only with the next render: the second of two quick presses must not send the race again.
  const sending = useRef(false);

  useEffect(
    () => () => {
      // The page is left after the race was created: its draft must not be offered again.
      if (reset.current !== undefined) {
        clearTimeout(reset.current);
        clear();
      }
      controller.current?.abort();
    },
    [clear],
  );

  const post = async (draft: Draft) => {
    setResult(undefined);
    controller.current = new AbortController();
    const end = await createPage(draft, { onProgress: setProgress, signal: controller.current.signal });
    setProgress(undefined);
    if (end.end === 'aborted') {
      toast('Sending was canceled. The race was not created.', { duration: EDITOR_TOAST_MS });
      return;
    }
    const name = draft.Race.trim();
    if (end.end !== 'answered') {
      if (end.end === 'noResponse') unanswered.current = name;
      setResult({ notice: outcome(end.end) });
      return;
    }
    const notice = outcome(end.end, end.status, end.refusal?.message);
    if (notice.tone !== 'success') {
      const taken = end.refusal?.code === 'DUPLICATE_NAME' && unanswered.current === name;
      setResult({ notice, loggedOut: end.status === 401, ...(taken ? { maybeCreated: name } : {}) });
      const fields = end.refusal ? refusedFields(end.refusal) : [];
      form.refuse(fields);
      if (fields.length > 0) onRefused();
      return;
    }
    setResult({ notice, race: end.body?.RaceName ?? name, hidden: draft.isHidden === 'True' });
    onCreated();
    for (const { queryKey } of [raceDatesQuery, raceCardsQuery, allPageRacesQuery])
      void queries.invalidateQueries({ queryKey });
    reset.current = setTimeout(() => {
      reset.current = undefined;
      clear();
    }, resetAfterMs());
  };

  const submit = () => {
    // Between success and the emptied form there is nothing to send.
    if (sending.current || reset.current !== undefined) return;
    sending.current = true;
    const send = async () => {
      const { found, draft } = form.adapter.get();
      if (found.length === 0) return post(draft);
      setResult(undefined);
      form.showAll();
      onRefused();
    };
    whenPicturesReady(() => {
      void send().finally(() => {
        sending.current = false;
      });
    });
  };

  return {
    submit,
    progress,
    result,
    /** Stops sending; the form does not change. */
    cancel: () => controller.current?.abort(),
    /** Whether the form's race is created and the form is about to be emptied. */
    created: () => reset.current !== undefined,
    dismiss: () => setResult(undefined),
  };
}
