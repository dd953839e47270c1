import { Link } from '@tanstack/react-router';
import { Mail, Rss } from 'lucide-react';
import { useState } from 'react';
import { siteName } from '@/ui';
import { contactAddress, socialLinks } from './company';
import { PrivacyDialog } from './lazyPrivacyDialog';
import { showShortcuts } from './Shortcuts';
import { SiteLogo } from './SiteLogo';
import { SocialLogo, socialName } from './SocialLogo';
import { ThemeSwitch } from './ThemeSwitch';

const row = 'inline-flex min-h-11 items-center text-sm text-ink-2 no-underline hover:text-ink hover:underline';

/** The footer of every page: the company, its profiles on social networks, help and legal pages. */
export function Footer() {
  const [choosing, setChoosing] = useState(false);
  const contact = contactAddress();
  const social = socialLinks();
  return (
    <footer className="mt-18 border-t border-rule bg-sunk print:hidden">
      <div className="column grid gap-x-12 gap-y-8 py-10 sm:grid-cols-2 desk:grid-cols-[minmax(0,1.6fr)_1fr_1fr]">
        <div className="sm:col-span-2 desk:col-span-1">
          <p className="flex items-center gap-3">
            <SiteLogo />
            <span className="display text-lg">{siteName}</span>
          </p>
          <p className="mt-3 max-w-[42ch] text-sm text-ink-2">
            We put on half marathons, 10Ks, 5Ks and triathlons in two states: measured courses, chip timing, live
            tracking from the first gun to the last finisher.
          </p>
          {social.length > 0 && (
            <ul className="mt-4 -ml-3 flex flex-wrap gap-1">
              {social.map(({ kind, url }) => (
                <li key={url}>
                  <a
                    href={url}
                    target="_blank"
                    rel="noopener noreferrer"
                    aria-label={`${siteName} on ${socialName(kind)} (opens in a new tab)`}
                    className="grid size-11 place-items-center rounded-control text-ink-2 hover:bg-card hover:text-ink"
                  >
                    <SocialLogo kind={kind} />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <nav aria-labelledby="foot-help">
          <h2 id="foot-help" className="label text-sm">
            Help
          </h2>
          <ul className="mt-1">
            <li>
              <Link to="/tickets" search={{}} className={row}>
                Support Ticket Request
              </Link>
            </li>
            <li>
              <Link to="/refundtransfer" className={row}>
                Refunds and transfers
              </Link>
            </li>
            <li>
              <Link to="/raceleague" className={row}>
                Race league
              </Link>
            </li>
            <li>
              <a href="/feed.xml" className={`${row} gap-2`}>
                <Rss size={16} aria-hidden="true" />
                New races by RSS
              </a>
            </li>
            {contact && (
              <li>
                <a href={`mailto:${contact}`} className={`${row} gap-2`}>
                  <Mail size={16} aria-hidden="true" />
                  {contact}
                </a>
              </li>
            )}
          </ul>
        </nav>
        <nav aria-labelledby="foot-legal">
          <h2 id="foot-legal" className="label text-sm">
            The small print
          </h2>
          <ul className="mt-1">
            <li>
              <Link to="/termsandconditions" className={row}>
                Terms and conditions
              </Link>
            </li>
            <li>
              <Link to="/privacypolicy" className={row}>
                Privacy policy
              </Link>
            </li>
            <li>
              <button type="button" onClick={() => setChoosing(true)} className={`${row} cursor-pointer`}>
                Cookie preferences
              </button>
            </li>
            <li className="hidden pointer-fine:block">
              <button type="button" onClick={() => showShortcuts()} className={`${row} cursor-pointer`}>
                Keyboard shortcuts
              </button>
            </li>
          </ul>
        </nav>
      </div>
      <div className="border-t border-rule">
        <div className="column flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
          <p className="text-sm text-ink-2">Run by runners, timed to the second.</p>
          <ThemeSwitch />
        </div>
      </div>
      <PrivacyDialog isOpen={choosing} onClose={() => setChoosing(false)} />
    </footer>
  );
}
