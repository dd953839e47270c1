import { siteName } from '@/ui';
import { Mark } from './Brand';
import { ThemeSwitch } from './ThemeSwitch';

/** The foot of every page. */
export function Footer() {
  return (
    <footer className="mt-18 border-t border-rule bg-sunk print:hidden">
      <div className="column flex flex-wrap items-center justify-between gap-6 py-8">
        <div className="flex max-w-md items-start gap-3">
          <Mark />
          <p className="text-sm text-ink-2">
            <span className="label text-ink">{siteName}</span>
            <br />
            Half marathons, 10Ks, 5Ks and triathlons. Chip timed, followed live, remembered.
          </p>
        </div>
        <ThemeSwitch />
      </div>
    </footer>
  );
}
