import { Link } from '@tanstack/react-router';
import { Radio } from 'lucide-react';
import type { FollowLink } from '@/core';
import { type ButtonLook, buttonStyle } from '@/ui';

/**
 * What takes Register's place once a race can be followed: the way to its live board, or to its times when it is over. Both are
 * on one page today; a page of results would be the second one's.
 */
export function FollowButton({
  race,
  follow,
  named = false,
  ...look
}: {
  race: string;
  follow: FollowLink;
  /** Say which race, where there are others. */
  named?: boolean;
  className?: string;
} & Pick<ButtonLook, 'size' | 'wide' | 'tone'>) {
  return (
    <Link to="/liveRace" search={{ race }} className={buttonStyle({ tone: 'ink', ...look })}>
      {follow.to === 'board' && <Radio size={18} aria-hidden="true" />}
      {follow.label}
      {named && <span className="sr-only"> of {race}</span>}
    </Link>
  );
}
