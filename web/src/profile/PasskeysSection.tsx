import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { PasswordField } from '@/account/PasswordField';
import { useProblems } from '@/account/problems';
import { hasPasskeys, passkeyWords } from '@/account/webauthn';
import { CallError, callFailure } from '@/api';
import {
  Button,
  CallNotice,
  ConfirmDialog,
  DelayedSkeleton,
  Dialog,
  focusAfterDialog,
  Notice,
  Skeleton,
  TextField,
} from '@/ui';
import { type Passkey, passkeysQuery, sessionsQuery, useAddPasskey, useRemovePasskey } from './api';
import { SavedNote } from './Saved';

/** The account's passkeys: adding one on this device, and removing them. */
export function PasskeysSection() {
  const { data, error, refetch } = useQuery(passkeysQuery);
  const remove = useRemovePasskey();
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Passkey>();
  const [news, setNews] = useState('');
  const lead = useRef<HTMLParagraphElement>(null);
  const isAble = hasPasskeys();
  return (
    <div className="flex max-w-xl flex-col gap-4">
      <p ref={lead} tabIndex={-1} className="text-ink-2 outline-none">
        A passkey logs you in with your finger, your face or the code of your device, without a password. It cannot be
        guessed, and no other site can ask for it.
      </p>
      {error && <CallNotice {...callFailure(error)} onRetry={() => void refetch()} />}
      {!data && !error && (
        <DelayedSkeleton label="Loading your passkeys">
          <Skeleton className="h-16 w-full" />
        </DelayedSkeleton>
      )}
      {data && (
        <>
          {data.demanded && (
            <Notice tone="info">
              {data.passkeys.length === 0
                ? 'The site demands a passkey of accounts such as yours. Add one.'
                : 'The site demands a passkey of accounts such as yours: you confirm each login with one.'}
            </Notice>
          )}
          {data.passkeys.length === 0 ? (
            <p className="text-sm text-ink-3">You have no passkeys yet.</p>
          ) : (
            <ul className="rounded-control border border-rule bg-card">
              {data.passkeys.map((one) => (
                <li
                  key={one.id}
                  className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule p-4 last:border-0"
                >
                  {/* The button goes below it where the text is large. */}
                  <div className="flex min-w-0 flex-1 basis-48 items-center gap-4">
                    <KeyRound size={24} className="shrink-0 text-ink-3" aria-hidden="true" />
                    <div className="min-w-0 flex-1">
                      <p className="label wrap-anywhere">{one.name}</p>
                      <p className="text-sm text-ink-2">
                        Added {day(one.createdAt)}
                        {one.lastUsedAt == null ? ' · not used yet' : ` · last used ${day(one.lastUsedAt)}`}
                      </p>
                    </div>
                  </div>
                  <Button size="sm" aria-label={`Remove ${one.name}`} onPress={() => setAsked(one)}>
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {remove.isError && <CallNotice {...callFailure(remove.error)} />}
          <SavedNote>{news}</SavedNote>
          {isAble ? (
            <Button className="self-start" onPress={() => setAdding(true)}>
              Add a passkey
            </Button>
          ) : (
            <Notice tone="info">This browser has no passkeys, or the site’s address is not encrypted.</Notice>
          )}
        </>
      )}
      <AddDialog
        isOpen={adding}
        onClose={() => setAdding(false)}
        onAdded={(message) => {
          setAdding(false);
          setNews(message);
        }}
      />
      <ConfirmDialog
        title={`Remove ${asked?.name ?? 'the passkey'}?`}
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        confirmLabel="Remove"
        pending={remove.isPending}
        onConfirm={() =>
          asked &&
          remove.mutate(asked.id, {
            onSuccess: ({ message }) => setNews(message),
            onSettled: () => {
              setAsked(undefined);
              focusAfterDialog(() => lead.current);
            },
          })
        }
      >
        <p>
          It logs in to this account no more. Delete it in your device’s settings, too, so that it is not offered to
          you.
        </p>
      </ConfirmDialog>
    </div>
  );
}

const day = (ms: number) => new Date(ms).toLocaleDateString('en-US', { dateStyle: 'medium' });

/** Asks for a name and the present password, then the browser makes the passkey. */
function AddDialog({
  isOpen,
  onClose,
  onAdded,
}: {
  isOpen: boolean;
  onClose: () => void;
  onAdded: (message: string) => void;
}) {
  const add = useAddPasskey();
  // Who logged in by a passkey has proved more than a password does.
  const byPasskey = useQuery(sessionsQuery).data?.find((one) => one.current)?.passkey ?? false;
  const problems = useProblems();
  const form = useId();
  const close = () => {
    add.reset();
    problems.show({});
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (add.isPending) return;
    const data = new FormData(event.currentTarget);
    const [name, password] = ['name', 'password'].map((field) => String(data.get(field) ?? '')) as [string, string];
    const found =
      !byPasskey && password === ''
        ? [{ field: 'password', code: 'required', message: 'Type your present password' }]
        : [];
    if (problems.showFound(found)) return;
    add.mutate(
      { name: name.trim(), ...(byPasskey ? {} : { password }) },
      {
        onSuccess: ({ message }) => {
          close();
          onAdded(message);
        },
        onError: problems.showRefused,
      },
    );
  };
  const isAtField = add.error instanceof CallError && Object.keys(add.error.fields).length > 0;
  return (
    <Dialog
      title="Add a passkey"
      isOpen={isOpen}
      onClose={close}
      dismissable={false}
      actions={
        <>
          <Button onPress={close}>Cancel</Button>
          <Button type="submit" form={form} tone="ink" pending={add.isPending}>
            Add it
          </Button>
        </>
      }
    >
      <form {...problems.form} id={form} onSubmit={submit} className="flex flex-col gap-5">
        {add.isError && !isAtField && <Notice tone="error">{passkeyWords(add.error)}</Notice>}
        <TextField
          {...problems.field('name')}
          label="Name (optional)"
          hint="By which you know it again. Without one it is called after this browser."
          maxLength={60}
          autoFocus
        />
        {!byPasskey && (
          <PasswordField {...problems.field('password')} label="Present password" autoComplete="current-password" />
        )}
        <p className="text-sm text-ink-2">Then your device asks for your finger, your face or its code.</p>
      </form>
    </Dialog>
  );
}
