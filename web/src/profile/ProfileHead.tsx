import { Award } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Image } from '@/core';
import { Avatar } from './Avatar';

/** A name of more characters is smaller, so that it leaves space for the profile on a phone. */
const LONG_NAME = 36;

/** The head of a profile: picture, name, username, title. */
export function ProfileHead({
  username,
  name,
  picture,
  title,
  role,
  children,
}: {
  username: string;
  /** May be empty: then the username stands for it. */
  name: string;
  picture: Image | undefined;
  title: string;
  role?: string;
  /** What can be done with it. */
  children?: ReactNode;
}) {
  const shown = name || username;
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar username={username} picture={picture} className="size-28 sm:size-36 print:size-20" />
      <div className="min-w-0 flex-1 basis-40">
        <h1
          className={`display wrap-anywhere print:text-2xl ${shown.length > LONG_NAME ? 'text-lg sm:text-xl desk:text-2xl' : 'text-2xl sm:text-3xl desk:text-4xl'}`}
        >
          {shown}
        </h1>
        <p className="mt-2 wrap-anywhere text-ink-2">{[name && username, role].filter(Boolean).join(' · ')}</p>
        {title && (
          <p className="label mt-3 flex items-start gap-2">
            <Award size={20} className="mt-[3px] shrink-0 text-line" aria-hidden="true" />
            {title}
          </p>
        )}
      </div>
      {children && <div className="flex flex-wrap gap-3 max-sm:w-full print:hidden">{children}</div>}
    </header>
  );
}
