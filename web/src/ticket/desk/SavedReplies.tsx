import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deskCore } from '@/core';
import { Button, NativeSelect } from '@/ui';
import type { Ticket } from './api';
import { SavedRepliesDialog } from './SavedRepliesDialog';
import { savedRepliesQuery } from './savedReplies';

/** Inserts a saved reply, filled in for the ticket, and opens the dialog in which they are written. */
export function SavedReplies({ ticket, onInsert }: { ticket: Ticket; onInsert: (text: string) => void }) {
  const { data: replies = [], error } = useQuery(savedRepliesQuery);
  const [isOpen, setIsOpen] = useState(false);
  // Chosen first and inserted then: with the arrow keys a closed list chooses one after the other.
  const [chosen, setChosen] = useState<string>();
  const reply = replies.find((one) => one.id === chosen);
  const insert = () => {
    if (!reply) return;
    const { name, ticketId, title, raceDetails } = ticket;
    onInsert(deskCore().savedReplyFill(reply.text, { name, ticketId, title, raceDetails: raceDetails ?? '' }));
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      {replies.length > 0 && (
        <NativeSelect
          label="Saved reply"
          all="Choose one"
          options={replies.map(({ id, title }) => ({ id, label: title }))}
          value={reply?.id}
          onChange={setChosen}
          className="min-w-48 flex-1 sm:max-w-72"
        />
      )}
      {replies.length > 0 && (
        <Button isDisabled={!reply} focusable onPress={insert}>
          Insert
        </Button>
      )}
      <Button tone="quiet" onPress={() => setIsOpen(true)}>
        {replies.length > 0 ? 'Edit saved replies' : 'Write saved replies'}
      </Button>
      {error && replies.length === 0 && <p className="text-sm text-ink-2">The saved replies can't be read just now.</p>}
      {isOpen && <SavedRepliesDialog onClose={() => setIsOpen(false)} />}
    </div>
  );
}
