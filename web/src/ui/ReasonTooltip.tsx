import type { ComponentProps, ReactNode } from 'react';
import { Focusable, Tooltip, TooltipTrigger } from 'react-aria-components';

/** Shows the reason in a tooltip while its child is hovered or focused. Imported lazily, so that pages without one do not load it. */
export default function ReasonTooltip({
  reason,
  children,
}: {
  reason: ReactNode;
  children: ComponentProps<typeof Focusable>['children'];
}) {
  return (
    <TooltipTrigger delay={200}>
      <Focusable>{children}</Focusable>
      <Tooltip className="max-w-72 rounded-control bg-ink px-3 py-2 text-sm text-page shadow-float data-[entering]:animate-fade">
        {reason}
      </Tooltip>
    </TooltipTrigger>
  );
}
