import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CallError, callWords } from '@/api';
import { Button, Dialog, TextField } from '@/ui';
import { CallFailed } from './CallFailed';

/** Asks for a race's name and does something with it. What is wrong with the name stands at its field. */
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
  const [tried, setTried] = useState<string>();
  // Known at once, unlike `pending`: of two quick presses the second must not do it again.
  const going = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next try is free once this one has ended.
  useEffect(() => {
    going.current = false;
  }, [pending, error]);
  // The server's word is about the name that was sent.
  const ofName = error instanceof CallError && (error.status === 409 || error.status === 400);
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
          if (pending || going.current) return;
          going.current = true;
          setTried(name);
          onConfirm(name);
        }}
      >
        {children}
        <TextField
          label="Race name"
          value={name}
          onChange={setName}
          autoFocus
          error={ofName && tried === name ? callWords(error) : undefined}
        />
        {error !== null && error !== undefined && !ofName && <CallFailed error={error} />}
      </form>
    </Dialog>
  );
}
