import { buttonStyle } from '@/ui';

/** The session is over: logging in happens beside, so that every word stays where it is. */
export function LogIn() {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-3 text-sm">
      <a href="/login" target="_blank" rel="noreferrer" className={buttonStyle({ size: 'sm' })}>
        Log in<span className="sr-only"> (opens in a new tab)</span>
      </a>
      Then come back and try again: what you typed stays here.
    </p>
  );
}
