import { Award } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Image } from '@/core';
import { Avatar } from './Avatar';

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
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar username={username} picture={picture} className="size-28 sm:size-36 print:size-20" />
      <div className="min-w-0 flex-1 basis-40">
        <h1 className="display text-2xl wrap-anywhere sm:text-3xl desk:text-4xl print:text-2xl">{name || username}</h1>
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
