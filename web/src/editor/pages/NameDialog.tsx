import { type ReactNode, useEffect, useRef, useState } from 'react';
import { callWords } from '@/api';
import { Button, Dialog, TextField } from '@/ui';
import { isAboutName } from '../kit/rules';
import { CallFailed } from './CallFailed';

/** Asks for a race's name and calls `onConfirm` with it. A problem of the name is shown at its field. */
export function NameDialog({
  title,
  suggested,
  confirmLabel,
  pending,
  error,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  suggested: string;
  confirmLabel: string;
  pending: boolean;
  error: unknown;
  onConfirm: (name: string) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const [name, setName] = useState(suggested);
  const [sentName, setSentName] = useState<string>();
  // A ref, because `pending` changes only with the next render: the second of two quick presses must not submit again.
  const submitting = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog can be submitted again once this attempt has ended.
  useEffect(() => {
    submitting.current = false;
  }, [pending, error]);
  // The server's message is about the name that was sent.
  const aboutName = isAboutName(error);
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      dismissable={false}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button tone="ink" type="submit" form="race-name" pending={pending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id="race-name"
        autoComplete="off"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (pending || submitting.current) return;
          submitting.current = true;
          setSentName(name);
          onConfirm(name);
        }}
      >
        {children}
        <TextField
          label="Race name"
          value={name}
          onChange={setName}
          autoFocus
          error={aboutName && sentName === name ? callWords(error) : undefined}
        />
        {error !== null && error !== undefined && !aboutName && <CallFailed error={error} />}
      </form>
    </Dialog>
  );
}
