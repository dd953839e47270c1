import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { core } from '@/core';
import { Button } from '@/ui';
import { applyAnalytics, chooseConsent, consentWords, useAnalyticsAllowed, useMustAsk } from './consent';
import { PrivacyDialog } from './privacyDialogLater';

const FLOATING =
  'fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-40 border-t-[3px] px-4 py-4 shadow-float sm:inset-x-auto sm:bottom-[calc(5rem+env(safe-area-inset-bottom))] sm:left-4 sm:max-w-[27rem] sm:rounded-b-control sm:border-x sm:border-b sm:border-x-rule sm:border-b-rule sm:p-5 desk:bottom-4 short:static short:max-w-none short:shadow-none';

/**
 * Asks once about cookies. It stands over the page's foot and leaves the page usable. On the screens of work, whose numbers and
 * fields nothing may cover, it stands above the page instead.
 */
export function CookieBanner() {
  const ask = useMustAsk();
  const allowed = useAnalyticsAllowed();
  const [customizing, setCustomizing] = useState(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const floats = core().routeAccess(path) === 'public';
  useEffect(() => applyAnalytics(allowed), [allowed]);
  // What has the focus must not lie under the banner (see app.css).
  useEffect(() => {
    document.documentElement.toggleAttribute('data-asking', ask && floats);
    return () => document.documentElement.removeAttribute('data-asking');
  }, [ask, floats]);
  if (!ask) return null;
  const words = consentWords();
  return (
    <>
      <section
        aria-label="Cookies"
        className={`border-line bg-card print:hidden ${floats ? FLOATING : 'border-b-[3px] px-4 py-3'}`}
      >
        <p className={`text-sm text-ink-2 ${floats ? '' : 'max-w-[75ch]'}`}>
          <span className="label text-ink">Cookies.</span> {words.banner}{' '}
          <Link to="/privacypolicy" className="link">
            Privacy policy
          </Link>
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button tone="ink" onPress={() => chooseConsent(true)} className="flex-1 sm:flex-none">
            Accept All
          </Button>
          <Button onPress={() => chooseConsent(false)} className="flex-1 sm:flex-none">
            {words.decline}
          </Button>
          <Button onPress={() => setCustomizing(true)} className="flex-1 sm:flex-none">
            Customize
          </Button>
        </div>
      </section>
      <PrivacyDialog isOpen={customizing} onClose={() => setCustomizing(false)} />
    </>
  );
}
