import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { Button } from '@/ui';

/** What can be done with a row of a sorted list: move it by one, take it away. Its caller moves the focus along. */
export function RowActions({
  what,
  at,
  count,
  onMove,
  onRemove,
  canRemove = true,
}: {
  /** The row in words: `amenity 2`. */
  what: string;
  at: number;
  count: number;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  canRemove?: boolean;
}) {
  return (
    <span className="flex">
      <Button
        icon
        tone="quiet"
        data-move="-1"
        aria-label={`Move ${what} up`}
        isDisabled={at === 0}
        onPress={() => onMove(-1)}
      >
        <ArrowUp size={18} aria-hidden="true" />
      </Button>
      <Button
        icon
        tone="quiet"
        data-move="1"
        aria-label={`Move ${what} down`}
        isDisabled={at === count - 1}
        onPress={() => onMove(1)}
      >
        <ArrowDown size={18} aria-hidden="true" />
      </Button>
      <Button icon tone="quiet" aria-label={`Remove ${what}`} isDisabled={!canRemove} onPress={onRemove}>
        <Trash2 size={18} aria-hidden="true" />
      </Button>
    </span>
  );
}
