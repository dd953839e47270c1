import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { visibilityWords } from '../kit/rules';
import { duplicatePage, type RaceRef, refreshLists } from './api';
import { NameDialog } from './NameDialog';
import { duplicateName } from './rules';

/** Copies a race's page, for example for next year, and opens the copy in its editor. */
export function DuplicateDialog({ race, onClose }: { race: RaceRef & { date: string }; onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/EditRaces' });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (NewName: string) => duplicatePage(race, NewName),
    networkMode: 'always',
    onSuccess: ({ RaceName }) => {
      refreshLists(queries);
      void navigate({ to: '.', search: { race: RaceName } });
    },
  });
  return (
    <NameDialog
      title={`Duplicate ${race.name}`}
      suggested={duplicateName(race)}
      confirmLabel="Duplicate"
      pending={isPending}
      error={error}
      onConfirm={mutate}
      onClose={onClose}
    >
      {visibilityWords().duplicate.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change.
        <p key={at}>{text}</p>
      ))}
    </NameDialog>
  );
}
