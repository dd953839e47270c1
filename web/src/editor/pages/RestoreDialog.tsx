import { NameDialog } from './NameDialog';
import { duplicateName } from './rules';

/** Asks under which name a deleted race comes back, since its own is another race's by now. */
export function RestoreDialog({
  race,
  tried,
  pending,
  error,
  onConfirm,
  onClose,
}: {
  race: { name: string; date: string };
  /** The name that was sent last; undefined when it was sent under its own. */
  tried: string | undefined;
  pending: boolean;
  error: Error | null;
  onConfirm: (name: string) => void;
  onClose: () => void;
}) {
  const own = tried === undefined;
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
      {/* Once another name was tried, the dialog says it at its field. */}
      {own && <p>{error?.message}</p>}
    </NameDialog>
  );
}
