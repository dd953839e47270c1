import { Download, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { FormFailure } from '@/account/FormFailure';
import { PasswordField } from '@/account/PasswordField';
import { useProblems } from '@/account/problems';
import type { Profile } from '@/api';
import { core } from '@/core';
import { Button, Dialog } from '@/ui';
import { useDeleteAccount, useExport } from './api';
import { SavedNote } from './Saved';

/** The file with everything that the site has about the person, and deleting the account. */
export function DataSection({
  profile,
  onDeleted,
}: {
  profile: Profile;
  onDeleted: (message: string) => Promise<void>;
}) {
  const copy = useExport();
  const [deleting, setDeleting] = useState(false);
  return (
    <div className="flex max-w-xl flex-col gap-5">
      <p>One file with everything that the site has about you: your details, results, devices and what you changed.</p>
      <FormFailure error={copy.error} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button pending={copy.isPending} onPress={() => copy.mutate()}>
          <Download size={18} aria-hidden="true" />
          Download my data
        </Button>
        <SavedNote>{copy.isSuccess && 'The file is in your downloads.'}</SavedNote>
      </div>
      <div className="mt-4 flex flex-col items-start gap-3 rounded-control border border-live p-4">
        <h3 className="label text-lg">Delete the account</h3>
        <p className="text-ink-2">
          Your account goes for good. Published results stay, without your name: the places of others depend on them.
        </p>
        <Button onPress={() => setDeleting(true)}>
          <Trash2 size={18} aria-hidden="true" />
          Delete my account
        </Button>
      </div>
      <DeleteDialog
        username={profile.Username}
        isOpen={deleting}
        onClose={() => setDeleting(false)}
        onDeleted={onDeleted}
      />
    </div>
  );
}

function DeleteDialog({
  username,
  isOpen,
  onClose,
  onDeleted,
}: {
  username: string;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: (message: string) => Promise<void>;
}) {
  const remove = useDeleteAccount();
  const problems = useProblems();
  const form = useId();
  const close = () => {
    remove.reset();
    problems.show({});
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (remove.isPending) return;
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    const found =
      password === '' ? [{ field: 'password', code: 'required', message: 'Type your present password' }] : [];
    if (problems.showFound(found)) return;
    remove.mutate(password, {
      onSuccess: ({ message }) => {
        onClose();
        void onDeleted(message);
      },
      onError: problems.showRefused,
    });
  };
  return (
    <Dialog
      title={`Delete the account ${username}?`}
      isOpen={isOpen}
      onClose={close}
      role="alertdialog"
      dismissable={false}
      actions={
        <>
          <Button onPress={close}>Keep it</Button>
          <Button type="submit" form={form} tone="danger" pending={remove.isPending}>
            Delete for good
          </Button>
        </>
      }
    >
      <form {...problems.form} id={form} onSubmit={submit} className="flex flex-col gap-5">
        <FormFailure error={remove.error} />
        <div className="flex flex-col gap-2">
          {core()
            .accountDeleteText()
            .map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
        </div>
        <PasswordField {...problems.field('password')} label="Present password" autoComplete="current-password" />
      </form>
    </Dialog>
  );
}
