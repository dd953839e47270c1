import { useNavigate } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { callFailure, useSession } from '@/api';
import { deskCore } from '@/core';
import { Button, CallNotice, ConfirmDialog, SelectField, Table, toast, useMedia, WIDE_SCREEN } from '@/ui';
import { type Person, useEndSessions, useSessionEnded, useSetRole } from './api';
import { dayOf } from './when';

/** What is asked about somebody before it is done. */
type Question = { person: Person; ask: 'sessions' } | { person: Person; ask: 'role'; role: Person['role'] };

/** The people of a page: a table on a wide screen, cards on a narrow one. */
export function PeopleList({ people, onDone }: { people: readonly Person[]; onDone: () => void }) {
  const [question, setQuestion] = useState<Question>();
  const wide = useMedia(WIDE_SCREEN);
  const role = (person: Person) => (
    <SelectField
      label={`Role of ${person.username}`}
      hideLabel
      className="w-44 max-w-full"
      options={deskCore()
        .peopleRoles()
        .map((one) => ({ id: one.role, label: one.label }))}
      value={person.role}
      onChange={(id) => id !== person.role && setQuestion({ person, ask: 'role', role: id as Person['role'] })}
    />
  );
  const sessions = (person: Person) => (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="tabular">
        {person.sessions === 0 ? 'Nowhere' : person.sessions === 1 ? '1 session' : `${person.sessions} sessions`}
      </span>
      {person.sessions > 0 && (
        <Button
          size="sm"
          tone="quiet"
          aria-label={`End all sessions of ${person.username}`}
          onPress={() => setQuestion({ person, ask: 'sessions' })}
        >
          End all
        </Button>
      )}
    </span>
  );
  const seen = ({ lastSeenAt }: Person) => (lastSeenAt === undefined ? '–' : dayOf(lastSeenAt));
  return (
    <>
      {wide ? (
        <Table
          caption="People"
          rows={people}
          rowKey={(person) => person.userID}
          columns={[
            { key: 'who', head: 'Person', rowHead: true, cell: (person) => <Who person={person} /> },
            { key: 'role', head: 'Role', cell: role },
            { key: 'sessions', head: 'Logged in', cell: sessions },
            { key: 'passkeys', head: 'Passkeys', align: 'right', cell: (person) => person.passkeys },
            {
              key: 'seen',
              head: 'Last seen',
              cell: (person) => <span className="whitespace-nowrap">{seen(person)}</span>,
            },
            {
              key: 'since',
              head: 'Since',
              cell: (person) => <span className="whitespace-nowrap">{dayOf(person.createdAt)}</span>,
            },
          ]}
        />
      ) : (
        <ul aria-label="People" className="flex flex-col gap-4">
          {people.map((person) => (
            <li key={person.userID} className="flex flex-col gap-3 rounded-card border border-rule bg-card p-4">
              <Who person={person} />
              {role(person)}
              {sessions(person)}
              <p className="text-sm text-ink-2">
                {person.passkeys === 1 ? '1 passkey' : `${person.passkeys} passkeys`} · last seen {seen(person)} · since{' '}
                {dayOf(person.createdAt)}
              </p>
            </li>
          ))}
        </ul>
      )}
      {question && <Asked question={question} onClose={() => setQuestion(undefined)} onDone={onDone} />}
    </>
  );
}

function Who({ person }: { person: Person }) {
  return (
    <div className="min-w-0">
      <p className="label wrap-anywhere">
        {person.username}
        {person.isPrivate && (
          <span className="ml-2 inline-flex items-center gap-1 text-sm font-normal text-ink-3">
            <Lock size={14} aria-hidden="true" />
            private
          </span>
        )}
      </p>
      <p className="text-sm font-normal wrap-anywhere text-ink-2">
        {person.name && `${person.name}, `}
        {person.email}
      </p>
    </div>
  );
}

/** The question before a role is changed or sessions are ended, and what became of it. */
function Asked({ question, onClose, onDone }: { question: Question; onClose: () => void; onDone: () => void }) {
  const { person } = question;
  const session = useSession();
  const navigate = useNavigate();
  const ended = useSessionEnded();
  const setRole = useSetRole();
  const endSessions = useEndSessions();
  const own = session.loggedIn && session.profile.UserID === person.userID;
  const words =
    question.ask === 'role'
      ? deskCore().peopleQuestion(person.username, person.role, question.role, own)
      : {
          title: own ? 'Log yourself out everywhere?' : `Log ${person.username} out everywhere?`,
          text: own
            ? 'You are logged out at once on every device, also on this one.'
            : `${person.username} is logged out at once on every device, and can log in again.`,
          confirm: 'End all sessions',
        };
  const done = ({ message }: { message: string }) => {
    onClose();
    toast.success(message);
    if (own) {
      ended();
      void navigate({ to: '/login' });
    } else onDone();
  };
  const confirm = () =>
    question.ask === 'role'
      ? setRole.mutate({ person, role: question.role, isOwn: own }, { onSuccess: done })
      : endSessions.mutate({ person, isOwn: own }, { onSuccess: done });
  const error = setRole.error ?? endSessions.error;
  return (
    <ConfirmDialog
      isOpen
      title={words.title}
      confirmLabel={words.confirm}
      pending={setRole.isPending || endSessions.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{words.text}</p>
      {error && (
        <div className="mt-4">
          <CallNotice {...callFailure(error)} />
        </div>
      )}
    </ConfirmDialog>
  );
}
