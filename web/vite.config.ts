import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import wasm from 'vite-plugin-wasm';
import { defineConfig } from 'vitest/config';

// The server to which `npm run dev` forwards requests; SPLITLINE_SERVER names another one.
const server = process.env.SPLITLINE_SERVER ?? 'http://127.0.0.1:8080';

const light = { theme_color: '#F1F4F3', background_color: '#F1F4F3' };
const dark = { theme_color: '#0D1112', background_color: '#0D1112' };

// The installable site: its manifest, and the service worker (src/sw) with the list of the files that it caches.
const pwa = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/sw',
  filename: 'sw.ts',
  injectRegister: false,
  manifest: {
    id: '/',
    name: 'Splitline',
    short_name: 'Splitline',
    description: 'Races, live tracking and results.',
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    ...light,
    // Part of the manifest's standard, but not yet of the plugin's types.
    ...({ color_scheme_dark: dark } as object),
    lang: 'en',
    categories: ['sports'],
    icons: [
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
    shortcuts: [
      { name: 'Live', url: '/liveRace', description: 'Follow the runners of the race that is on.' },
      { name: 'Races', url: '/races', description: 'All races with their dates.' },
    ],
  },
  injectManifest: {
    globPatterns: ['index.html', 'first.js', 'favicon.svg', 'assets/**/*.{js,css,wasm,woff2}'],
    // Not cached in advance: an administrator's screens, which need the server anyway, signing up, account settings, the league's standings,
    // a ticket's answers and the dictionaries for passwords, which do too, the rules of the packet desk, and fonts for letters beyond English.
    // They are cached once a page has used them (src/sw/sw.ts), in a first visit, too (src/site/offline.ts).
    globIgnores: [
      '**/announcements-*',
      '**/AuditPage-*',
      '**/CreateRacePage-*',
      '**/CourseDrawing-*',
      '**/CoursePanel-*',
      '**/CropDialog-*',
      '**/EditRacesPage-*',
      '**/PhotosPage-*',
      '**/PictureDrop-*',
      '**/profile-*',
      '**/RaceTools-*',
      '**/packets*',
      '**/people-*',
      '**/picture*',
      '**/push-*',
      '**/signup-*',
      '**/RacePreview-*',
      '**/strength*',
      '**/TicketDeskPage-*',
      '**/TimingPage-*',
      '**/venue*',
      '**/League{Desk,Persons,Split}-*',
      '**/RaceLeague-*',
      '**/{Thread,TicketStatusPage}-*',
      '**/desk*',
      '**/archivo-latin*',
      '**/archivo-vietnamese*',
    ],
    maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
    target: 'esnext',
  },
});

// Preloads the font with the page. The app's modules and rules are listed in attributes of first.js, which fetches them in parallel
// once the first screen is painted.
const early: Plugin = {
  name: 'early',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!bundle) return html;
      const files = Object.keys(bundle);
      const linked = [
        ...html.matchAll(/<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)"/g),
      ];
      const rules = files.filter((file) => /\/page(-[^/]*\.js|_bg-[^/]*\.wasm)$/.test(file)).map((file) => `/${file}`);
      // The app's script is the last one, because it starts the app.
      const app = linked.map(([, file]) => file ?? '').sort((one, other) => rank(one) - rank(other));
      return {
        html: html
          .replace(/\s*<(script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g, '')
          .replace('src="/first.js"', `src="/first.js" data-app="${app.join(' ')}" data-early="${rules.join(' ')}"`),
        tags: files
          .filter((file) => /archivo-basic-[^/]*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head' as const,
          })),
      };
    },
  },
};

const rank = (file: string) => ['runtime', '/base-', '/app-'].findIndex((part) => file.includes(part));

export default defineConfig({
  plugins: [react(), tailwindcss(), wasm(), pwa, early],
  resolve: {
    alias: [
      { find: '@texts', replacement: fileURLToPath(new URL('../core-wasm/texts', import.meta.url)) },
      { find: /^@(?=\/)/, replacement: fileURLToPath(new URL('./src', import.meta.url)) },
      // React has had it since version 18; the router's store still brings a copy for older ones.
      {
        find: './useDefaultLocale.mjs',
        replacement: fileURLToPath(new URL('./src/app/ariaLocale.ts', import.meta.url)),
      },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  // The generated package loads its .wasm with a top-level await.
  build: {
    target: 'esnext',
    assetsInlineLimit: 0,
    sourcemap: false,
    // Every browser that supports the site's scripts supports modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first script names a hundred others, and a hash does not compress: 42 bits tell a file's versions apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          // Few large files: many small ones compress worse, and each costs a round trip on a mobile network. `base` and `app` hold
          // what every page needs, `races` what the pages of races share, and `deferred` what is loaded after the first page
          // (src/site/deferred.ts). `results` is what the leaderboard, the race league and a runner's page share, `forms` what the pages
          // with forms of an account do, `waiting` what sends what was kept without a network, and other
          // small parts that several pages share.
          groups: [
            { name: 'base', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
            {
              name: 'deferred',
              test: /[\\/]src[\\/](site[\\/](company|consent|deferred|offline|theme)|ui[\\/](Toaster|shortcuts))\b|react-hot-toast|icons[\\/](circle-check|circle-exclamation-point|mail|monitor|moon|refresh-cw|rss|sun|wifi-off|x)\.mjs/,
            },
            {
              name: 'results',
              test: /[\\/]src[\\/]results[\\/](api|CertificateLinks|columns|LinesSkeleton|Pages|PrintAll|ResultsFilters|SearchBox|ViewLinks)\b|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](download|printer)/,
            },
            {
              name: 'forms',
              test: /[\\/]src[\\/]account[\\/](FormFailure|Outcome|problems|tabText|ToLogin|usePause)\b/,
            },
            {
              name: 'waiting',
              test: /[\\/]src[\\/](api[\\/](keptAnswers|made|mine|once|sendNext|useLinkQuery)|ui[\\/](controlStyle|dateAndClock|keptItems|SearchField))\b/,
            },
            {
              name: 'races',
              test: /[\\/]src[\\/](racekit(?![\\/]course)|core[\\/]dates|ui[\\/](BlueLine|CallNotice|Countdown|EmptyState|LogInLink|NativeSelect|Notice|ShareButton|Table|useAddressText|useMedia|useNearViewport|usePageInUse))\b|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](arrow-left|check|chevron|cloud|copy|external-link|eye|map|pause|play|qr-code|rotate-cw|trash|undo-2)/,
            },
          ],
        },
      },
    },
  },
  // Regenerated by wasm-pack, so Vite must not cache a bundled copy of it.
  optimizeDeps: { exclude: ['./src/core/pkg'] },
  worker: { format: 'es', plugins: () => [wasm()] },
  server: {
    port: 5173,
    // The texts of the site are outside this folder.
    fs: { allow: ['..'] },
    proxy: {
      '/api': { target: server },
      '/images': { target: server },
      '/photo': { target: server },
      '/og': { target: server },
    },
  },
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://site.test/', settings: { disableIframePageLoading: true } } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    // Long limits, because tests compile a WebAssembly module and may run on two cores.
    testTimeout: 60_000,
    hookTimeout: 30_000,
    css: false,
    // By default one core is left idle, which is half of a small machine.
    maxWorkers: '100%',
  },
});
