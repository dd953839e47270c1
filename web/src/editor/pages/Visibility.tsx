import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Flag } from '@/core';
import { Button, Dialog, EDITOR_TOAST_MS, Notice, toast } from '@/ui';
import { visibilityWords } from '../kit/rules';
import { type EditedRace, editedRaceQuery, setVisibility, showSaved } from './api';
import { CallFailed } from './CallFailed';
import { visibilityConfirm } from './rules';

/** A button that publishes or hides the page, after a dialog that explains what that does. */
export function VisibilityButton({ edited, name }: { edited: EditedRace; name: string }) {
  const [asking, setAsking] = useState(false);
  const hidden = edited.race.isHidden === 'True';
  return (
    <>
      <Button size="sm" tone={hidden ? 'ink' : 'line'} onPress={() => setAsking(true)}>
        {hidden ? visibilityWords().publish : visibilityWords().hide}
      </Button>
      {asking && (
        <Confirm edited={edited} name={name} hide={hidden ? 'False' : 'True'} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

function Confirm({
  edited,
  name,
  hide,
  onClose,
}: {
  edited: EditedRace;
  name: string;
  hide: Flag;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => setVisibility({ name, id: edited.id }, hide),
    networkMode: 'always',
    onSuccess: ({ message, RaceName }) => {
      const { queryKey } = editedRaceQuery(name);
      const now = queries.getQueryData(queryKey) ?? edited;
      showSaved(queries, name, { ...now, race: { ...now.race, isHidden: hide } });
      // The race was renamed elsewhere: reading it again makes the editor use the new name.
      if (RaceName !== name) void queries.invalidateQueries({ queryKey });
      toast.success(message, { duration: EDITOR_TOAST_MS });
      onClose();
    },
  });
  const { title, text } = visibilityConfirm(name, hide);
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      role="alertdialog"
      dismissable={false}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button tone="ink" pending={isPending} onPress={() => mutate()}>
            {hide === 'True' ? visibilityWords().hide : visibilityWords().publish}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {error && (
        <div className="mt-4">
          <CallFailed error={error} />
        </div>
      )}
    </Dialog>
  );
}

/** The notice above the editor of a hidden page. */
export function HiddenNotice({ edited }: { edited: EditedRace }) {
  if (edited.race.isHidden !== 'True') return null;
  return (
    <div className="mb-6">
      <Notice tone="info" title={visibilityWords().hidden}>
        <p>{visibilityWords().hiddenText}</p>
      </Notice>
    </div>
  );
}
