import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormFailure } from '@/account/FormFailure';
import { type Profile, useUpdatePrivacy } from '@/api';
import { core } from '@/core';
import { Switch } from '@/ui';
import { useChangeProfile } from './api';
import { SavedNote } from './Saved';

/** What others see of the person. Each switch is saved at once, and the preview is what the server says afterwards. */
export function PrivacySection({ profile }: { profile: Profile }) {
  const hide = useUpdatePrivacy();
  const change = useChangeProfile();
  const wanted = change.isPending ? change.variables : {};
  const isPending = hide.isPending || change.isPending;
  const begin = () => {
    hide.reset();
    change.reset();
  };
  return (
    <div className="flex max-w-xl flex-col gap-5">
      <FormFailure error={hide.error ?? change.error} />
      <Choice
        title="Private account"
        words="Others see neither your profile nor your name: in results you are a private runner."
        isOn={hide.isPending ? hide.variables : profile.isPrivate}
        isReadOnly={isPending}
        onChange={(isOn) => {
          begin();
          hide.mutate(isOn);
        }}
      />
      <Choice
        title="Initials only"
        words="Others see your initials in place of your name."
        isOn={wanted.initialsOnly ?? profile.initialsOnly}
        isReadOnly={isPending}
        onChange={(initialsOnly) => {
          begin();
          change.mutate({ initialsOnly });
        }}
      />
      <Choice
        title="Hide my age"
        words="Others see neither your age group nor your age grade."
        isOn={wanted.hideAge ?? profile.hideAge}
        isReadOnly={isPending}
        onChange={(hideAge) => {
          begin();
          change.mutate({ hideAge });
        }}
      />
      <SavedNote>{(hide.isSuccess || change.isSuccess) && core().profileSaved().text}</SavedNote>
      <div className="rounded-control bg-sunk p-4">
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]" aria-live="polite">
          <dt className="text-ink-2">Others see your results as</dt>
          <dd className="label wrap-anywhere">{profile.listedAs.trim() || '–'}</dd>
          <dt className="text-ink-2">Your age group</dt>
          <dd className="label">
            {profile.isPrivate || profile.hideAge ? 'hidden' : profile.AgeGroup ? `${profile.AgeGroup} today` : '–'}
          </dd>
          <dt className="text-ink-2">Your profile</dt>
          <dd className="label">{profile.isPrivate ? 'only you and administrators' : 'everybody'}</dd>
        </dl>
        <p className="mt-2 text-sm text-ink-2">
          A result that was confirmed as another account’s follows that account’s choices. If it is yours, say on My
          Profile that one is missing.
        </p>
        <Link
          to="/profile/$Username"
          params={{ Username: profile.Username }}
          search={{ as: 'public' } as never}
          className="link mt-2 inline-flex min-h-11 items-center"
        >
          View as the public sees it
        </Link>
      </div>
    </div>
  );
}

/** A switch with a sentence about what it does. */
export function Choice({
  title,
  words,
  isOn,
  isReadOnly,
  onChange,
}: {
  title: string;
  words: ReactNode;
  isOn: boolean;
  /** While another choice is being saved. */
  isReadOnly: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <Switch isSelected={isOn} isReadOnly={isReadOnly} onChange={onChange} className="items-start!">
      <span>
        <span className="label block">{title}</span>
        <span className="block text-sm text-ink-2">{words}</span>
      </span>
    </Switch>
  );
}
