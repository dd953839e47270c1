import { Star } from 'lucide-react';
import { Button } from '@/ui';

/** The button that follows a runner, or no longer does. */
export function FollowStar({
  name,
  pressed,
  tabIndex,
  className,
  onPress,
}: {
  name: string;
  pressed: boolean;
  tabIndex?: number | undefined;
  className?: string | undefined;
  onPress: () => void;
}) {
  return (
    <Button
      icon
      tone="quiet"
      tabIndex={tabIndex}
      className={className ?? ''}
      aria-pressed={pressed}
      aria-label={`Follow ${name}`}
      onPress={onPress}
    >
      <Star size={20} aria-hidden="true" className={pressed ? 'fill-line text-line' : 'text-ink-2'} />
    </Button>
  );
}
