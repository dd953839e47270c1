import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import toast, { resolveValue, type Toast, useToaster } from 'react-hot-toast/headless';
import { Spinner } from './Spinner';

export { toast };

/** Milliseconds for which a toast of an editor is shown (SPEC §9). */
export const EDITOR_TOAST_MS = 3000;

/**
 * The area for toasts at the bottom right (above the tab bar on phones). There are at most 20 toasts, for the time that the spec requires:
 * both are react-hot-toast's defaults. Its headless variant is used because the other one injects a style sheet, which the page's Content
 * Security Policy forbids. The texts are repeated in two live regions that are always on the page, because a screen reader does not
 * announce a region that is inserted together with its text.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster();
  const { startPause, endPause } = handlers;
  const shown = toasts.filter((one) => one.visible);
  return (
    <>
      <Announcer toasts={toasts} />
      {/* A landmark while it is not empty, so that its text belongs to a region of the page. Hovering pauses the toasts' timers. */}
      <section
        aria-label="Messages"
        hidden={shown.length === 0}
        className="pointer-events-none fixed right-4 bottom-[calc(5.5rem+env(safe-area-inset-bottom))] left-4 z-60 flex flex-col items-end gap-2 desk:bottom-6 print:hidden"
        onMouseEnter={startPause}
        onMouseLeave={endPause}
      >
        {shown.map((one) => (
          <div
            key={one.id}
            className="pointer-events-auto flex max-w-[26rem] animate-rise items-center gap-3 rounded-control bg-ink py-1 pr-1 pl-4 text-page shadow-float"
          >
            <Mark toast={one} />
            <span className="py-2 text-sm">{resolveValue(one.message, one)}</span>
            <button
              type="button"
              aria-label="Dismiss"
              onClick={() => toast.dismiss(one.id)}
              className="grid size-11 shrink-0 cursor-pointer place-items-center"
            >
              <X size={16} aria-hidden="true" />
            </button>
          </div>
        ))}
      </section>
    </>
  );
}

function Mark({ toast: one }: { toast: Toast }) {
  if (one.type === 'success') return <CircleCheck size={18} className="shrink-0" aria-hidden="true" />;
  if (one.type === 'error') return <CircleAlert size={18} className="shrink-0" aria-hidden="true" />;
  if (one.type === 'loading') return <Spinner size={18} />;
  return one.icon ? <span aria-hidden="true">{one.icon}</span> : null;
}

function Announcer({ toasts }: { toasts: Toast[] }) {
  const announced = useRef(new Set<string>());
  const [polite, setPolite] = useState('');
  const [assertive, setAssertive] = useState('');
  useEffect(() => {
    for (const one of toasts) {
      const key = `${one.id}:${one.type}`;
      if (!one.visible || announced.current.has(key)) continue;
      announced.current.add(key);
      const words = resolveValue(one.message, one);
      if (typeof words !== 'string') continue;
      // biome-ignore lint/nursery/useReactCompiler: a live region is announced when its text changes after it was rendered.
      if (one.type === 'error') setAssertive(words);
      else setPolite(words);
    }
    if (toasts.length === 0) {
      announced.current.clear();
      setPolite('');
      setAssertive('');
    }
  }, [toasts]);
  return (
    <>
      <div className="sr-only" aria-live="polite">
        {polite}
      </div>
      <div className="sr-only" aria-live="assertive">
        {assertive}
      </div>
    </>
  );
}
