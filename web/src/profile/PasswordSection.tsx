import { type FormEvent, useState } from 'react';
import { FormFailure } from '@/account/FormFailure';
import { NewPasswordField } from '@/account/NewPasswordField';
import { PasswordField } from '@/account/PasswordField';
import { useProblems } from '@/account/problems';
import { CallError, isLost, type Profile } from '@/api';
import { core } from '@/core';
import { Button, LogInLink, Notice } from '@/ui';
import { useChangePassword } from './api';
import { SavedNote } from './Saved';
import { useUnsaved } from './unsaved';

/** Another password. Every other device is logged out by it. */
export function PasswordSection({ profile }: { profile: Profile }) {
  const change = useChangePassword();
  const problems = useProblems();
  // Which of the fields are not empty.
  const [typed, setTyped] = useState<Readonly<Record<string, boolean>>>({});
  const isTyped = Object.values(typed).some(Boolean);
  // Empty fields after the change, with the focus where it is: on the button.
  const [round, setRound] = useState(0);
  // Whether the answer of a try was lost and nothing tells whether it has changed the password.
  const [isInDoubt, setInDoubt] = useState(false);
  useUnsaved('password', isTyped);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending) return;
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '');
    const form = { password: text('password'), newPassword: text('newPassword') };
    if (problems.showFound(core().passwordChangeCheck(form.password, form.newPassword, text('repeated')))) return;
    change.mutate(form, {
      onSuccess: () => {
        setInDoubt(false);
        setTyped({});
        setRound((before) => before + 1);
      },
      onError: (error) => {
        problems.showRefused(error);
        if (isLost(error)) setInDoubt(true);
      },
    });
  };
  const field = (name: string) => {
    const { onChange, ...rest } = problems.field(name);
    return {
      ...rest,
      onChange: (text: string) => {
        onChange();
        setTyped((now) => ({ ...now, [name]: text !== '' }));
      },
    };
  };
  const about = [profile.Username, profile.FirstName, profile.LastName, profile.Email];
  return (
    <form {...problems.form} onSubmit={submit} className="flex max-w-xl flex-col gap-5">
      <FormFailure error={change.error}>{isLost(change.error) && core().passwordDoubt(false)}</FormFailure>
      {isInDoubt && isPasswordRefused(change.error) && (
        <Notice tone="info" title="Your password is probably changed">
          {core().passwordDoubt(true)} <LogInLink className="link inline-flex min-h-6 items-center">Log in</LogInLink>
        </Notice>
      )}
      <div key={round} className="flex flex-col gap-5">
        <PasswordField {...field('password')} label="Present password" autoComplete="current-password" />
        <NewPasswordField
          {...field('newPassword')}
          label="New password"
          hint="At least 10 characters. Three or four words that do not belong together are strong and easy to keep in mind."
          about={about}
        />
        <PasswordField {...field('repeated')} label="New password again" autoComplete="new-password" />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" tone="ink" pending={change.isPending}>
          Change the password
        </Button>
        <SavedNote>{change.isSuccess && !isTyped && change.data.message}</SavedNote>
      </div>
      <p className="text-sm text-ink-3">Every other device is logged out, and you get a mail about it.</p>
    </form>
  );
}

/** Whether a change was refused because of the present password, or because the session has ended, as it does with a new password. */
function isPasswordRefused(error: unknown): boolean {
  return error instanceof CallError && (error.status === 401 || error.fields.password !== undefined);
}
