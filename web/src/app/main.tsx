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

const queries = createQueryClient();
// Loads what the first page needs in parallel with the rules.
void startPage(location.pathname, queries);

// The app's scripts are loaded: from now on every load has its own time limit, and first.js stops its timeout check.
document.documentElement.dataset.started = '';

// The rules are loaded before the first screen, so that screens can call them synchronously.
part(loadCore).then(
  async () => {
    loadStoredState();
    const router = createAppRouter(queries);
    dropServerHead(router);
    await pageReady(location.pathname, queries, () => router.load());
    // After a redirect of the first page, which the router follows by itself only while nobody listens to the history.
    void import('@/site/deferred').then(({ startHistory }) => startHistory(router.history)).catch(() => undefined);
    // In a transition React renders the page in small steps, so that the page reacts to input in between.
    startTransition(() =>
      createRoot(host).render(
        <StrictMode>
          {/* Dates and numbers are en-US, whatever the browser's language (SPEC §9). */}
          <I18nProvider locale="en-US">
            <QueryClientProvider client={queries}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </I18nProvider>
        </StrictMode>,
      ),
    );
  },
  (error: unknown) => createRoot(host).render(<CrashPage error={error} />),
);

// If this script cannot be loaded, the site works without offline support.
void import('@/site/deferred').then(({ startOffline }) => startOffline()).catch(() => undefined);
preparePrinting();
