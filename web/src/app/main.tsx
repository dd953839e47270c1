import '@/styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { part } from '@/api';
import { loadCore } from '@/core';
import { CrashPage } from '@/site/CrashPage';
import { loadStoredState } from '@/site/stored';
import { preparePrinting } from './printing';
import { createQueryClient } from './query';
import { createAppRouter } from './router';
import { dropServerHead } from './serverHead';
import { pageReady, startPage } from './start';

const host = document.getElementById('root');
if (!host) throw new Error('index.html has no #root');
const root = createRoot(host);

const queries = createQueryClient();
// What the first page needs comes beside the rules, not after them.
startPage(location.pathname, queries);

// The app's scripts are here: from now on each wait has an end of its own, and first.js need not look any more.
document.documentElement.dataset.started = '';

// The rules first, then the screens: afterwards no screen ever waits for a rule.
part(loadCore).then(
  async () => {
    loadStoredState();
    const router = createAppRouter(queries);
    dropServerHead(router);
    await pageReady(location.pathname, queries, () => router.load());
    // As a transition React draws the page in small steps, between which a tap is answered.
    startTransition(() =>
      root.render(
        <StrictMode>
          {/* Dates and numbers are en-US whatever the browser speaks (SPEC §9). */}
          <I18nProvider locale="en-US">
            <QueryClientProvider client={queries}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </I18nProvider>
        </StrictMode>,
      ),
    );
  },
  (error: unknown) => root.render(<CrashPage error={error} />),
);

// Without this script there is nothing to keep; the page says so itself.
void import('@/site/deferred').then(({ startOffline }) => startOffline()).catch(() => undefined);
preparePrinting();
