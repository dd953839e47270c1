import { Link } from '@tanstack/react-router';
import { Radio } from 'lucide-react';
import type { FollowLink } from '@/core';
import { type ButtonLook, buttonStyle } from '@/ui';

/** The link that replaces Register once a race can be followed: to its live board, or to its results when it is over. */
export function FollowButton({
  race,
  follow,
  named = false,
  ...look
}: {
  race: string;
  follow: FollowLink;
  /** Adds the race's name for screen readers, where a page has such links for several races. */
  named?: boolean;
  className?: string;
} & Pick<ButtonLook, 'size' | 'wide' | 'tone'>) {
  return (
    <Link
      to={follow.to === 'board' ? '/liveRace' : '/results'}
      search={{ race }}
      className={buttonStyle({ tone: 'ink', ...look })}
    >
      {follow.to === 'board' && <Radio size={18} aria-hidden="true" />}
      {follow.label}
      {named && <span className="sr-only"> of {race}</span>}
    </Link>
  );
}
