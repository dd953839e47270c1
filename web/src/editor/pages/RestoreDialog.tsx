import { NameDialog } from './NameDialog';
import { duplicateName } from './rules';

/** Asks for a new name for a deleted race that is restored, because another race has its name now. */
export function RestoreDialog({
  race,
  sentName,
  pending,
  error,
  onConfirm,
  onClose,
}: {
  race: { name: string; date: string };
  /** The name that was sent last; undefined when the race was sent with its own name. */
  sentName: string | undefined;
  pending: boolean;
  error: Error | null;
  onConfirm: (name: string) => void;
  onClose: () => void;
}) {
  const own = sentName === undefined;
  return (
    <NameDialog
      title={`Restore ${race.name}`}
      suggested={duplicateName(race)}
      confirmLabel="Restore"
      pending={pending}
      error={own ? undefined : error}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {/* Once another name was sent, the error is shown at the field. */}
      {own && <p>{error?.message}</p>}
    </NameDialog>
  );
}
