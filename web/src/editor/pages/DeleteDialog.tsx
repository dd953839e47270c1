import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { allPageRacesQuery, callFailure, raceMediaQuery, raceQuery } from '@/api';
import { Button, Dialog, LogInLink, Notice, TextField } from '@/ui';
import { deletePage, editedRaceQuery, type MeantRace, refreshLists } from './api';
import { deleteConfirms, deleteWords, words } from './rules';

/** Confirm Delete: only whoever types the race's name can do it. */
export function DeleteDialog({
  race,
  onClose,
  onDeleted,
}: {
  race: MeantRace;
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
  const why = callFailure(error);
  const { title, text } = deleteWords(race.name);
  const may = deleteConfirms(race.name, typed);
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
          <Button tone="danger" type="submit" form="delete-race" isDisabled={!may} pending={isPending}>
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
          if (may && !isPending) mutate();
        }}
      >
        <p>{text}</p>
        <TextField label="Race name" placeholder={race.name} value={typed} onChange={setTyped} autoFocus />
        {error && (
          <Notice tone="error">
            <p>{words().deleteFailed}</p>
            <p className="text-sm text-ink-2">
              {why.loggedOut ? <LogInLink className="link">{why.words}</LogInLink> : why.words}
            </p>
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
