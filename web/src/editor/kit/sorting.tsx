/** The controls that move the rows of a sorted list. */
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { Button, type useReorder } from '@/ui';

/** The handle for dragging a row. It has no keyboard support, because the move buttons do the same. */
export function Grip({ shown, ...grip }: { shown: boolean } & React.ComponentProps<'span'>) {
  if (!shown) return null;
  return (
    <span
      {...grip}
      title="Drag to sort"
      className="grid h-11 w-8 shrink-0 cursor-grab touch-none place-items-center self-end text-ink-3 hover:text-ink active:cursor-grabbing"
    >
      <GripVertical size={20} aria-hidden="true" />
    </span>
  );
}

/** The buttons that move a row up and down. */
export function MoveButtons({ what, at, sort }: { what: string; at: number; sort: ReturnType<typeof useReorder> }) {
  return (
    <>
      <Button icon tone="quiet" aria-label={`Move ${what} up`} {...sort.earlier(at)}>
        <ArrowUp size={18} aria-hidden="true" />
      </Button>
      <Button icon tone="quiet" aria-label={`Move ${what} down`} {...sort.later(at)}>
        <ArrowDown size={18} aria-hidden="true" />
      </Button>
    </>
  );
}
