import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '@/ui';
import { applyAnalytics, chooseConsent, useAnalyticsAllowed, useMustAsk } from './consent';
import { PrivacyDialog } from './privacyDialogLater';

/** Asks once about cookies. It stands over the page's foot and leaves the page usable. */
export function CookieBanner() {
  const ask = useMustAsk();
  const allowed = useAnalyticsAllowed();
  const [customizing, setCustomizing] = useState(false);
  useEffect(() => applyAnalytics(allowed), [allowed]);
  // What has the focus must not lie under the banner (see app.css).
  useEffect(() => {
    document.documentElement.toggleAttribute('data-asking', ask);
    return () => document.documentElement.removeAttribute('data-asking');
  }, [ask]);
  if (!ask) return null;
  return (
    <>
      <section
        aria-label="Cookies"
        className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-40 border-t-[3px] border-line bg-card px-4 py-4 shadow-float sm:inset-x-auto sm:bottom-[calc(5rem+env(safe-area-inset-bottom))] sm:left-4 sm:max-w-[27rem] sm:rounded-b-control sm:border-x sm:border-b sm:border-x-rule sm:border-b-rule sm:p-5 desk:bottom-4 short:static short:max-w-none short:shadow-none print:hidden"
      >
        <p className="text-sm text-ink-2">
          <span className="label text-ink">Cookies.</span> The essential ones keep you logged in. With your consent we
          also count visits, on our own server.{' '}
          <Link to="/privacypolicy" className="link">
            Privacy policy
          </Link>
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button tone="ink" onPress={() => chooseConsent(true)} className="flex-1 sm:flex-none">
            Accept All
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
