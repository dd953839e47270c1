import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { FormFailure } from '@/account/FormFailure';
import { useProblems } from '@/account/problems';
import { callFailure, isLost, useOnce } from '@/api';
import { deskCore } from '@/core';
import {
  Button,
  CallNotice,
  ConfirmDialog,
  DelayedSkeleton,
  EmptyState,
  focusAfterDialog,
  focusHome,
  SelectField,
  Skeleton,
  TextField,
  toast,
} from '@/ui';
import { type Invitation, invitationsQuery, useInvite, useRevoke } from './api';
import { dayOf } from './when';

/** Invitations: sends one, lists them, and revokes those that are open. */
export function InvitationsPanel() {
  const { data, error, refetch } = useQuery(invitationsQuery);
  const [toRevoke, setToRevoke] = useState<Invitation>();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="invitations" className="mt-12" {...focusHome('invitations')}>
      <h2 id="invitations" ref={heading} tabIndex={-1} className="display text-2xl outline-none">
        Invitations
      </h2>
      <p className="mt-2 max-w-[65ch] text-ink-2">
        A link is sent by mail. It works once, for a week, for a new account or for one that there is.
      </p>
      <InviteForm open={data?.invitations.filter(({ state }) => state === 'open') ?? []} />
      <div className="mt-6">
        {error && <CallNotice {...callFailure(error)} onRetry={() => void refetch()} />}
        {!data && !error && (
          <DelayedSkeleton label="Loading the invitations">
            <Skeleton className="h-24 w-full" />
          </DelayedSkeleton>
        )}
        {data && data.invitations.length === 0 && (
          <EmptyState title="Nobody is invited">Invite somebody to time races, or to help run the site.</EmptyState>
        )}
        {data && data.invitations.length > 0 && (
          <ul aria-label="Invitations" className="flex flex-col rounded-card border border-rule bg-card">
            {data.invitations.map((one) => (
              <li
                key={one.id}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-rule px-4 py-3 last:border-0"
              >
                <div className="min-w-0 flex-1 basis-64">
                  <p className="label wrap-anywhere">{one.email}</p>
                  <p className="text-sm text-ink-2">
                    {roleLabel(one.role)}, invited by {one.invitedBy} on {dayOf(one.createdAt)}
                    {one.state === 'open' && `, until ${dayOf(one.expiresAt)}`}
                  </p>
                </div>
                <p className={one.state === 'open' ? 'label' : 'text-ink-3'}>{deskCore().invitationState(one.state)}</p>
                {one.state === 'open' && (
                  <Button
                    size="sm"
                    tone="quiet"
                    aria-label={`Revoke the invitation of ${one.email}`}
                    onPress={() => setToRevoke(one)}
                  >
                    Revoke
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {toRevoke && (
        <Revoke
          invitation={toRevoke}
          onClose={() => setToRevoke(undefined)}
          // The pressed button is gone, and the question may still be closing.
          onDone={() => focusAfterDialog(() => heading.current)}
        />
      )}
    </section>
  );
}

const roleLabel = (role: string) =>
  deskCore()
    .peopleRoles()
    .find((one) => one.role === role)?.label ?? role;

function InviteForm({ open }: { open: readonly Invitation[] }) {
  const invite = useInvite();
  const send = useOnce(invite);
  const problems = useProblems();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('timer');
  const roles = deskCore()
    .peopleRoles()
    .filter((one) => one.role !== 'user');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (invite.isPending) return;
    if (problems.showFound(deskCore().invitationCheck({ email, role }))) return;
    send(
      { email, role },
      {
        onSuccess: () => setEmail(''),
        onError: problems.showRefused,
      },
    );
  };
  return (
    <form {...problems.form} onSubmit={submit} className="mt-4 flex flex-col gap-3">
      <FormFailure error={invite.error}>
        {isLost(invite.error) &&
          'The invitation may be sent all the same: look at the list below first. Another one replaces it, and its link ends.'}
      </FormFailure>
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          {...problems.field('email')}
          label="E-mail"
          type="email"
          autoComplete="off"
          value={email}
          onChange={(text) => {
            problems.field('email').onChange();
            setEmail(text);
          }}
          note={
            deskCore().invitationReplaces(
              email,
              open.map((one) => one.email),
            ) ?? ''
          }
          className="w-full sm:max-w-sm"
        />
        <SelectField
          label="Role"
          error={problems.field('role').error}
          options={roles.map((one) => ({ id: one.role, label: one.label }))}
          value={role}
          onChange={setRole}
          className="w-full sm:w-44"
        />
        <Button type="submit" tone="ink" pending={invite.isPending} className="sm:mt-[31px]">
          Invite
        </Button>
      </div>
      <p className="text-sm text-ink-2">{roles.find((one) => one.role === role)?.may}</p>
      <p role="status" className="text-success empty:hidden">
        {invite.isSuccess && email === '' && invite.data.message}
      </p>
    </form>
  );
}

function Revoke({ invitation, onClose, onDone }: { invitation: Invitation; onClose: () => void; onDone: () => void }) {
  const revoke = useRevoke();
  return (
    <ConfirmDialog
      isOpen
      title="Revoke the invitation?"
      confirmLabel="Revoke"
      pending={revoke.isPending}
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(invitation.id, {
          onSuccess: ({ message }) => {
            onClose();
            toast.success(message);
            onDone();
          },
        })
      }
    >
      <p className="wrap-anywhere">The link that was sent to {invitation.email} does not work any more.</p>
      {revoke.error && (
        <div className="mt-4">
          <CallNotice {...callFailure(revoke.error)} />
        </div>
      )}
    </ConfirmDialog>
  );
}
