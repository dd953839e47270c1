import { Copy } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { callFailure } from '@/api';
import { Button, CallNotice, ConfirmDialog, dateAndClockOf, EmptyState, Notice, Table, TextField, toast } from '@/ui';
import { deleteKey, postKey, type TimingKey, useDeskChange } from './api';
import type { Place } from './types';

/** The keys for boxes and programs that send reads: creates them, shows a new one once, and revokes them. */
export function KeysPanel({
  timedRace,
  zone,
  keys,
}: Pick<Place, 'timedRace' | 'zone'> & { keys: readonly TimingKey[] }) {
  const [label, setLabel] = useState('');
  const [toRevoke, setToRevoke] = useState<TimingKey>();
  const make = useDeskChange(timedRace, postKey);
  const revoke = useDeskChange(timedRace, deleteKey);
  const [revoked, setRevoked] = useState<string>();

  // A new key that has been revoked meanwhile is not shown any more.
  const newKey = make.data?.id === revoked ? undefined : make.data;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate(label.trim(), { onSuccess: () => setLabel('') });
  };
  return (
    <div className="flex flex-col gap-6">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <TextField
          label="Who gets the key"
          hint="So that you know later which one to take back."
          value={label}
          onChange={(text) => {
            setLabel(text);
            if (make.isError) make.reset();
          }}
          placeholder="Finish line box"
          className="w-full max-w-sm"
        />
        <Button type="submit" tone="ink" pending={make.isPending}>
          Make a key
        </Button>
      </form>
      {make.isError && <CallNotice {...callFailure(make.error)} />}
      {newKey && <NewKey text={newKey.key} />}
      <Table
        caption="Keys made so far"
        rows={keys}
        rowKey={(key) => key.id}
        empty={<EmptyState title="No keys yet">A box without a key is not listened to.</EmptyState>}
        columns={[
          { key: 'label', head: 'Key', rowHead: true, cell: (key) => key.label || 'No name' },
          { key: 'made', head: 'Made', wide: true, cell: (key) => dateAndClockOf(key.createdAt, zone) },
          { key: 'used', head: 'Last used', cell: (key) => dateAndClockOf(key.lastUsedAt, zone) },
          {
            key: 'revoke',
            head: <span className="sr-only">Actions</span>,
            align: 'right',
            cell: (key) => (
              <Button size="sm" tone="quiet" onPress={() => setToRevoke(key)} aria-label={`Revoke ${key.label}`}>
                Revoke
              </Button>
            ),
          },
        ]}
      />
      <ConfirmDialog
        title={`Revoke ${toRevoke?.label ?? ''}?`}
        isOpen={toRevoke !== undefined}
        onClose={() => {
          revoke.reset();
          setToRevoke(undefined);
        }}
        confirmLabel="Revoke"
        pending={revoke.isPending}
        onConfirm={() =>
          toRevoke &&
          revoke.mutate(toRevoke.id, {
            onSuccess: () => {
              setRevoked(toRevoke.id);
              setToRevoke(undefined);
              toast.success('The key was revoked');
            },
          })
        }
      >
        <p>Whoever sends reads with this key is refused from now on. Reads that came with it stay.</p>
        {revoke.isError && (
          <div className="mt-4">
            <CallNotice {...callFailure(revoke.error)} />
          </div>
        )}
      </ConfirmDialog>
    </div>
  );
}

function NewKey({ text }: { text: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('Key copied');
    } catch {
      toast.error('Please select the key and copy it by hand');
    }
  };
  return (
    <Notice tone="info" title="This key is shown only now">
      <p className="text-ink-2">Copy it into the box; it cannot be read again later.</p>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <code className="rounded-control border border-control bg-sunk px-3 py-2 font-mono text-sm break-all select-all">
          {text}
        </code>
        <Button size="sm" onPress={() => void copy()}>
          <Copy size={16} aria-hidden="true" /> Copy
        </Button>
      </p>
    </Notice>
  );
}
