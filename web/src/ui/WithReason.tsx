import type { ComponentProps, ReactNode } from 'react';
import { Focusable, Tooltip, TooltipTrigger } from 'react-aria-components';

/** What is hovered or focused, with its reason in a bubble. A module of its own, so that pages without one do not load it. */
export default function WithReason({
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
