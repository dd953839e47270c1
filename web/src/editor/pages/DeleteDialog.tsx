import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { allPageRacesQuery, callFailure, raceMediaQuery, raceQuery } from '@/api';
import { Button, Dialog, LogInLink, Notice, TextField } from '@/ui';
import { deletePage, editedRaceQuery, type RaceRef, refreshLists } from './api';
import { deleteConfirms, deleteWords, words } from './rules';

/** The dialog Confirm Delete: the button is enabled once the race's name is typed. */
export function DeleteDialog({
  race,
  onClose,
  onDeleted,
}: {
  race: RaceRef;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deletePage(race),
    networkMode: 'always',
    onSuccess: () => {
      queries.setQueryData(allPageRacesQuery.queryKey, (races) => races?.filter((one) => one.name !== race.name));
      for (const query of [raceQuery, raceMediaQuery, editedRaceQuery])
        queries.removeQueries({ queryKey: query(race.name).queryKey });
      refreshLists(queries);
      onDeleted();
    },
  });
  const failure = callFailure(error);
  const { title, text } = deleteWords(race.name);
  const confirmed = deleteConfirms(race.name, typed);
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
          <Button tone="danger" type="submit" form="delete-race" isDisabled={!confirmed} pending={isPending}>
            DELETE
          </Button>
        </>
      }
    >
      <form
        id="delete-race"
        autoComplete="off"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (confirmed && !isPending) mutate();
        }}
      >
        <p>{text}</p>
        <TextField label="Race name" placeholder={race.name} value={typed} onChange={setTyped} autoFocus />
        {error && (
          <Notice tone="error">
            <p>{words().deleteFailed}</p>
            <p className="text-sm text-ink-2">
              {failure.loggedOut ? <LogInLink className="link">{failure.words}</LogInLink> : failure.words}
            </p>
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
