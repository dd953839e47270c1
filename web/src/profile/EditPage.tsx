import { Link, useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { ToLogin } from '@/account/ToLogin';
import { callFailure, type Profile } from '@/api';
import { CallNotice, ConfirmDialog, DelayedSkeleton, LogInLink, Notice, SectionRail, Skeleton } from '@/ui';
import { useOwnProfile } from './api';
import { DataSection } from './DataSection';
import { DetailsSection } from './DetailsSection';
import { DevicesSection } from './DevicesSection';
import { EmailSection } from './EmailSection';
import { MailsSection } from './MailsSection';
import { PasskeysSection } from './PasskeysSection';
import { PasswordSection } from './PasswordSection';
import { PictureSection } from './PictureSection';
import { PrivacySection } from './PrivacySection';
import { UnsavedContext } from './unsaved';

/** Account Settings (SPEC: Edit Profile): sections that are saved one by one. */
export function EditPage({ onDeleted }: { onDeleted: (message: string) => Promise<void> }) {
  const { profile, replaced, loggedOut, fetchedAt, error, retry } = useOwnProfile();
  // Whether something of an account was typed and not saved, by username, when its settings were shown last.
  const [typed, setTyped] = useState<Readonly<Record<string, boolean>>>({});
  const tellTyped = useCallback(
    (username: string, isTyped: boolean) =>
      setTyped((now) => ((now[username] ?? false) === isTyped ? now : { ...now, [username]: isTyped })),
    [],
  );
  return (
    <div className="column pt-8 pb-16 desk:pt-12">
      <h1 className="display text-3xl desk:text-4xl">Account Settings</h1>
      <p className="mt-2 mb-8 text-ink-2">
        Each part is saved by itself.{' '}
        <Link to="/profile" className="link inline-flex min-h-11 items-center">
          My Profile
        </Link>
      </p>
      {loggedOut && !profile && <ToLogin />}
      {loggedOut && profile && (
        <div className="mb-6">
          <Notice tone="error">
            You were logged out. <LogInLink className="link">Log in again</LogInLink>, then come back: what you typed
            stays here.
          </Notice>
        </div>
      )}
      {profile && replaced !== undefined && replaced !== profile.Username && (
        <div className="mb-6">
          <Notice tone="info">
            <span className="wrap-anywhere">
              {profile.Username} was logged in in this browser, in place of {replaced}, and this page shows that account
              now.{typed[replaced] && ` What was typed for ${replaced} and not saved is gone.`}
            </span>
          </Notice>
        </div>
      )}
      {profile && (
        <Settings
          key={profile.UserID}
          profile={profile}
          fetchedAt={fetchedAt}
          onTyped={tellTyped}
          onDeleted={onDeleted}
        />
      )}
      {!profile && error && <CallNotice {...callFailure(error)} onRetry={retry} />}
      {!profile && !error && !loggedOut && (
        <DelayedSkeleton label="Loading your account">
          <div className="flex max-w-xl flex-col gap-5">
            <Skeleton className="h-9 w-40" />
            <Skeleton className="h-11 w-full" />
            <Skeleton className="h-11 w-full" />
            <Skeleton className="h-11 w-full" />
            <Skeleton className="h-11 w-28" />
          </div>
        </DelayedSkeleton>
      )}
    </div>
  );
}

function Settings({
  profile,
  fetchedAt,
  onTyped,
  onDeleted,
}: {
  profile: Profile;
  fetchedAt: number;
  /** Told whether something of the account is typed and not saved. */
  onTyped: (username: string, isTyped: boolean) => void;
  onDeleted: (message: string) => Promise<void>;
}) {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const tell = useCallback((section: string, isUnsaved: boolean) => {
    setUnsaved((now) => {
      if (now.has(section) === isUnsaved) return now;
      const next = new Set(now);
      if (isUnsaved) next.add(section);
      else next.delete(section);
      return next;
    });
  }, []);
  const isTyped = unsaved.size > 0;
  useEffect(() => onTyped(profile.Username, isTyped), [onTyped, profile.Username, isTyped]);
  const leaving = useBlocker({
    // A link to a section only changes the hash.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && unsaved.size > 0,
    enableBeforeUnload: () => unsaved.size > 0,
    withResolver: true,
  });
  const sections = [
    { id: 'details', title: 'Details', content: <DetailsSection profile={profile} />, open: true },
    { id: 'picture', title: 'Picture', content: <PictureSection profile={profile} /> },
    { id: 'privacy', title: 'What others see', content: <PrivacySection profile={profile} /> },
    { id: 'email', title: 'E-mail', content: <EmailSection profile={profile} fetchedAt={fetchedAt} /> },
    { id: 'password', title: 'Password', content: <PasswordSection profile={profile} /> },
    { id: 'passkeys', title: 'Passkeys', content: <PasskeysSection /> },
    { id: 'devices', title: 'Devices', content: <DevicesSection /> },
    { id: 'mails', title: 'Mails', content: <MailsSection profile={profile} /> },
    { id: 'data', title: 'Your data', content: <DataSection profile={profile} onDeleted={onDeleted} /> },
  ];
  return (
    <UnsavedContext value={tell}>
      <SectionRail
        label="Account Settings"
        sections={sections.map((section) => ({
          ...section,
          ...(unsaved.has(section.id) ? { mark: <UnsavedMark /> } : {}),
        }))}
      />
      <ConfirmDialog
        title="Leave without saving?"
        isOpen={leaving.status === 'blocked'}
        onClose={() => leaving.reset?.()}
        confirmLabel="Leave"
        onConfirm={() => leaving.proceed?.()}
      >
        <p>
          Not saved yet: {sections.flatMap(({ id, title }) => (unsaved.has(id) ? [title] : [])).join(', ')}. By leaving
          you lose it.
        </p>
      </ConfirmDialog>
    </UnsavedContext>
  );
}

function UnsavedMark() {
  return (
    <span className="label ml-2 inline-block rounded-chip border border-control bg-card px-1.5 align-middle text-xs text-ink-2">
      Not saved
    </span>
  );
}
