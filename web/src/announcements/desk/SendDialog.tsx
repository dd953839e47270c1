import { useState } from 'react';
import { CallError, callFailure, isLost } from '@/api';
import { deskCore } from '@/core';
import { CallNotice, ConfirmDialog, toast } from '@/ui';
import { type OfRace, type OneRace, useSend } from './api';
import type { Draft } from './Composer';

/** What somebody is asked about: it is sent as it was asked, and the server refuses it if that is not so any more. */
const asked = ({ race, audience, items }: OfRace) => ({ race, people: audience.people, last: items[0]?.id ?? null });

/** The question before an announcement is sent; it names the race and how many people get it. */
export function SendDialog({
  race,
  data,
  draft,
  onNewKey,
  onClose,
  onSent,
}: {
  race: OneRace;
  data: OfRace;
  draft: Draft;
  /** Called when the key of the draft was used for another text. */
  onNewKey: () => void;
  onClose: () => void;
  onSent: (id: number) => void;
}) {
  const [shown, setShown] = useState(() => asked(data));
  const send = useSend(race);
  const code = send.error instanceof CallError ? send.error.refusal?.code : undefined;
  // After a refusal the race has been read again: the question is about what it is by now.
  const isOutdated = code !== undefined && JSON.stringify(shown) !== JSON.stringify(asked(data));
  if (isOutdated && !send.isPending) setShown(asked(data));
  const { title, text, confirm } = deskCore().announcementQuestion(shown.race, shown.people);
  const { subject, text: words, key } = draft;
  return (
    <ConfirmDialog
      isOpen
      title={title}
      confirmLabel={confirm}
      pending={send.isPending}
      onClose={onClose}
      onConfirm={() =>
        send.mutate(
          { subject, text: words, key, ...shown },
          {
            onSuccess: ({ id, message }) => {
              toast.success(message);
              onClose();
              onSent(id);
            },
            onError: (error) => {
              if (error instanceof CallError && error.refusal?.code === 'KEY_REUSED') onNewKey();
            },
          },
        )
      }
    >
      <p>{text}</p>
      <p className="mt-3 wrap-anywhere text-ink-2">
        Subject: <span className="text-ink">{subject}</span>
      </p>
      {send.error && (
        <div className="mt-4">
          <CallNotice {...callFailure(send.error)}>
            {isLost(send.error)
              ? 'The site may have it or not. Press again once you are back online: it is sent once, whatever happened.'
              : undefined}
          </CallNotice>
        </div>
      )}
    </ConfirmDialog>
  );
}
