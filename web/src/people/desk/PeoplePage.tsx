import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { callFailure } from '@/api';
import { deskCore } from '@/core';
import {
  buttonStyle,
  CallNotice,
  DelayedSkeleton,
  EmptyState,
  focusAfterDialog,
  focusHome,
  NativeSelect,
  PageLinks,
  SearchField,
  Skeleton,
  useAddressText,
  useFocusHomes,
} from '@/ui';
import { peopleQuery } from './api';
import { InvitationsPanel } from './InvitationsPanel';
import { PeopleList } from './PeopleList';
import { PolicySwitch } from './PolicySwitch';
import type { PeopleChange, PeopleSearch } from './search';

/** The page `/people`: who has which role, invitations, and what is demanded of administrators. */
export function PeoplePage() {
  const search = useSearch({ strict: false }) as PeopleSearch;
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const [text, setText] = useState(search.q ?? '');
  useFocusHomes();
  const change = useCallback(
    (values: PeopleChange) =>
      void navigate({
        to: '/people',
        // Another choice begins at its first page.
        search: ((before: PeopleSearch) => ({ ...before, page: undefined, ...values })) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const write = useCallback((q: string) => change({ q: q || undefined }), [change]);
  useAddressText(search.q ?? '', text, setText, write);
  const { data, error, refetch, isPlaceholderData } = useQuery(peopleQuery(search));
  return (
    <div className="column pt-8 pb-16 desk:pt-12" {...focusHome('people-title')}>
      <h1 id="people-title" ref={heading} tabIndex={-1} className="display text-3xl outline-none desk:text-4xl">
        People
      </h1>
      <p className="mt-2 max-w-[65ch] text-ink-2">
        Who has an account, and what it may do. Another role takes effect at once: the person is logged out everywhere.
      </p>
      <search className="mt-6 flex flex-wrap items-end gap-3">
        <SearchField
          label="Search people"
          placeholder="Username, name or e-mail"
          value={text}
          onChange={setText}
          maxLength={100}
          className="w-full sm:max-w-sm"
        />
        <NativeSelect
          label="Role"
          all="Every role"
          options={deskCore()
            .peopleRoles()
            .map(({ role, label }) => ({ id: role, label }))}
          value={search.role}
          onChange={(role) => change({ role })}
          className="w-full sm:w-52"
        />
      </search>
      <div className="mt-6">
        {error && (
          <CallNotice {...callFailure(error)} onRetry={() => void refetch()}>
            {data ? 'What you see is from the last answer.' : undefined}
          </CallNotice>
        )}
        {!data && !error && (
          <DelayedSkeleton label="Loading the people">
            <Skeleton className="h-72 w-full" />
          </DelayedSkeleton>
        )}
        {data && data.items.length === 0 && (
          <EmptyState
            title="Nobody fits"
            actions={
              <Link to="/people" search={{} as never} replace className={buttonStyle({ tone: 'ink' })}>
                Show everybody
              </Link>
            }
          >
            No account has this in its username, name or e-mail address with this role.
          </EmptyState>
        )}
        {data && data.items.length > 0 && (
          <div aria-busy={isPlaceholderData} className="mt-4">
            <PeopleList people={data.items} onDone={() => focusAfterDialog(() => heading.current)} />
            <PageLinks of="people" list={data} to="/people" search={search} />
          </div>
        )}
      </div>
      <InvitationsPanel />
      {data && <PolicySwitch isOn={data.adminPasskeys} />}
    </div>
  );
}
