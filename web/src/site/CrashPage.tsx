import { buttonStyle } from '@/ui';

/**
 * What shows when a screen breaks. Plain links only: whatever broke, these still work.
 *
 * Its title is the spec's (§8) and stands here, not in the core, since this page also shows when the core could not be loaded.
 */
export function CrashPage({ error }: { error: unknown }) {
  const detail = error instanceof Error ? error.message : '';
  return (
    <main className="column py-18">
      <h1 className="display text-3xl">Unexpected Application Error!</h1>
      <p className="mt-4 max-w-prose text-ink-2">
        Something on this page broke. It has not changed anything you saved; loading the page again usually helps.
      </p>
      {detail && <p className="tabular mt-4 max-w-prose border-l-4 border-rule pl-4 text-sm text-ink-3">{detail}</p>}
      <p className="mt-8 flex flex-wrap gap-3">
        <a className={buttonStyle({ tone: 'ink' })} href={globalThis.location.href}>
          Load again
        </a>
        <a className={buttonStyle()} href="/">
          Go to the start page
        </a>
      </p>
    </main>
  );
}
