/** Sends the kept presses of the start button. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallError } from '@/api';
import { type ClockOffset, deskCore, type KeptPress } from '@/core';
import { type KeptStart, keepStart } from './keptPresses';
import { gunsNow, postGuns } from './startRequests';

/** How often a press that could not be sent is sent again, in milliseconds. */
export const SEND_MS = 5000;

/** The presses that are being sent by this page. */
const sending = new Set<string>();
/** The presses that this page has sent, until the desk shows their guns. */
export const justSent = new Set<string>();

/** Sends the kept presses: at once, and again and again until the server has answered. */
export function useSendStarts(starts: readonly KeptStart[], offset: ClockOffset | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    let stopped = false;
    // One after the other, the oldest first: of two presses for one wave the first is the gun. One without an answer holds up those
    // after it.
    const sendAll = async () => {
      const ready = starts.filter(({ press }) => deskCore().pressReady(measured(press, offset)));
      for (const start of ready.sort((one, other) => one.press.pressed - other.press.pressed)) {
        if (stopped || !(await sendStart(start, offset))) return;
        void queries.invalidateQueries({ queryKey: ['timing', start.race] });
      }
    };
    const send = () => void sendAll();
    send();
    const timer = setInterval(send, SEND_MS);
    globalThis.addEventListener('online', send);
    return () => {
      stopped = true;
      clearInterval(timer);
      globalThis.removeEventListener('online', send);
    };
  }, [starts, offset, queries]);
}

/** A press with the difference of the clocks, once that is known. */
function measured(press: KeptPress, offset: ClockOffset | undefined): KeptPress {
  return offset ? deskCore().pressMeasured(press, offset) : press;
}

/** Sends one press; returns whether the server has answered. */
async function sendStart(start: KeptStart, offset: ClockOffset | undefined): Promise<boolean> {
  const rules = deskCore();
  const press = measured(start.press, offset);
  if (sending.has(press.id)) return false;
  sending.add(press.id);
  // Stored with the difference of the clocks before it is sent: sent again, it must be the same gun.
  keepStart({ ...start, press });
  try {
    await postGuns({ name: start.race, id: start.raceId }, rules.pressSent(press, start.zone));
    justSent.add(press.id);
    keepStart({ ...start, press: rules.pressAnswered(press, undefined) });
    return true;
  } catch (error) {
    const refusal = error instanceof CallError ? error.refusal : undefined;
    // Without an answer, after the session has ended, or while the server is busy, it stays as it is and is sent again.
    const status = error instanceof CallError ? error.status : undefined;
    if (!refusal || status === undefined || status === 401 || status === 429 || status >= 500) return false;
    const { code, message } = refusal;
    keepStart({ ...start, press: rules.pressAnswered(press, { code, message }), setup: gunsNow(error)?.setup });
    return true;
  } finally {
    sending.delete(press.id);
  }
}
