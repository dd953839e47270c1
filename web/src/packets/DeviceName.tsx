import { type FormEvent, useState } from 'react';
import { Button, storedText, storeText, TextField } from '@/ui';

const KEY = 'packets-device';

/** What this phone is called at the packet desk, and how to change it; empty while it has no name. */
export function useDevice(): [string, (name: string) => void] {
  const [name, setName] = useState(() => storedText(KEY) ?? '');
  return [
    name,
    (next) => {
      storeText(KEY, next || undefined);
      setName(next);
    },
  ];
}

/** Asks what this phone is called. */
export function DeviceName({ hint, onName }: { hint: string; onName: (name: string) => void }) {
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim()) onName(typed.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4">
      <TextField
        label="Name of this phone"
        hint={hint}
        value={typed}
        onChange={setTyped}
        maxLength={40}
        autoFocus
        autoComplete="off"
        className="w-full max-w-sm"
      />
      <Button type="submit" tone="ink" isDisabled={!typed.trim()}>
        Start
      </Button>
    </form>
  );
}
