import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';

/** A notice's tone, as the core names it. */
export type NoticeTone = 'success' | 'error' | 'info';

const looks = {
  success: { icon: CircleCheck, edge: 'border-l-success', ink: 'text-success' },
  error: { icon: CircleAlert, edge: 'border-l-live', ink: 'text-live' },
  info: { icon: Info, edge: 'border-l-line', ink: 'text-line' },
} as const;

/** A message at a fixed place of the page. Screen readers announce an error at once, other tones when they are idle. */
export function Notice({ tone, title, children }: { tone: NoticeTone; title?: ReactNode; children?: ReactNode }) {
  const { icon: Icon, edge, ink } = looks[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={`flex gap-3 rounded-control border border-l-4 border-rule bg-card py-3 pr-4 pl-3 ${edge}`}
    >
      <Icon size={20} className={`mt-[3px] shrink-0 ${ink}`} aria-hidden="true" />
      <div className="min-w-0">
        {title && <p className="label">{title}</p>}
        {children}
      </div>
    </div>
  );
}
