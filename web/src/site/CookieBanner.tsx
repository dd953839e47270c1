import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { core } from '@/core';
import { Button, focusAfterDialog } from '@/ui';
import { applyAnalytics, chooseConsent, consentWords, useAnalyticsAllowed, useConsentNeeded } from './consent';
import { PrivacyDialog } from './lazyPrivacyDialog';

const FLOATING =
  'fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-40 border-t-[3px] px-4 py-4 shadow-float sm:inset-x-auto sm:bottom-[calc(5rem+env(safe-area-inset-bottom))] sm:left-4 sm:max-w-[27rem] sm:rounded-b-control sm:border-x sm:border-b sm:border-x-rule sm:border-b-rule sm:p-5 desk:bottom-4 short:static short:max-w-none short:shadow-none';

/** The page's content, when nothing has the focus: the banner's button had it, and was removed. */
function mainUnlessFocused(): HTMLElement | null {
  return document.activeElement === document.body ? document.getElementById('main') : null;
}

/**
 * The banner for the choice about cookies, shown until the visitor has chosen. It covers the bottom of the page, which stays usable. On the
 * pages of users and administrators, where nothing may cover numbers and fields, it is above the page instead.
 */
export function CookieBanner() {
  const needed = useConsentNeeded();
  const allowed = useAnalyticsAllowed();
  const [customizing, setCustomizing] = useState(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const floats = core().routeAccess(path) === 'public';
  useEffect(() => applyAnalytics(allowed), [allowed]);
  // The focused element must not be under the banner (see app.css).
  useEffect(() => {
    document.documentElement.toggleAttribute('data-asking', needed && floats);
    return () => document.documentElement.removeAttribute('data-asking');
  }, [needed, floats]);
  const banner = useRef<HTMLElement>(null);
  useEffect(() => {
    const box = banner.current;
    if (!needed || !floats || !box) return;
    const root = document.documentElement.style;
    const sizes = new ResizeObserver(() => root.setProperty('--asking', `${box.offsetHeight}px`));
    sizes.observe(box);
    return () => {
      sizes.disconnect();
      root.removeProperty('--asking');
    };
  }, [needed, floats]);
  const wasNeeded = useRef(needed);
  useEffect(() => {
    if (wasNeeded.current && !needed) focusAfterDialog(mainUnlessFocused, { preventScroll: true });
    wasNeeded.current = needed;
  }, [needed]);
  if (!needed) return null;
  const words = consentWords();
  return (
    <>
      <section
        ref={banner}
        aria-label="Cookies"
        className={`border-line bg-card print:hidden ${floats ? FLOATING : 'border-b-[3px] px-4 py-3'}`}
      >
        <div className={`flex flex-col gap-1 text-sm text-ink-2 ${floats ? '' : 'max-w-[75ch]'}`}>
          {words.banner.map((paragraph, at) => (
            <p key={paragraph}>
              {at === 0 && <span className="label text-ink">Cookies.</span>} {paragraph}
            </p>
          ))}
          <Link to="/privacypolicy" className="link self-start">
            Privacy policy
          </Link>
        </div>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            tone="ink"
            onPress={() => chooseConsent(true)}
            className="flex-auto px-3! text-sm! whitespace-nowrap sm:flex-none"
          >
            Accept All
          </Button>
          <Button
            onPress={() => chooseConsent(false)}
            className="flex-auto px-3! text-sm! whitespace-nowrap sm:flex-none"
          >
            {words.decline}
          </Button>
          <Button
            onPress={() => setCustomizing(true)}
            className="flex-auto px-3! text-sm! whitespace-nowrap sm:flex-none"
          >
            Customize
          </Button>
        </div>
      </section>
      <PrivacyDialog isOpen={customizing} onClose={() => setCustomizing(false)} />
    </>
  );
}
