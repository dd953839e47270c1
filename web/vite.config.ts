import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import wasm from 'vite-plugin-wasm';
import { defineConfig } from 'vitest/config';

// The server that `npm run dev` asks; SPLITLINE_SERVER names another.
const server = process.env.SPLITLINE_SERVER ?? 'http://127.0.0.1:8080';

const light = { theme_color: '#F1F4F3', background_color: '#F1F4F3' };
const dark = { theme_color: '#0D1112', background_color: '#0D1112' };

// The installable site: its manifest, and the service worker of src/sw with the list of what it keeps.
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
    // In the manifest's standard, but not yet in the plugin's types.
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
    // An administrator's screens need the server anyway; letters beyond English are kept once a page has shown them (src/sw/sw.ts).
    globIgnores: [
      '**/CreateRacePage-*',
      '**/CropDialog-*',
      '**/EditRacesPage-*',
      '**/PictureDrop-*',
      '**/picture*',
      '**/RacePreview-*',
      '**/TimingPage-*',
      '**/desk*',
      '**/archivo-latin*',
      '**/archivo-vietnamese*',
    ],
    maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
    target: 'esnext',
  },
});

// The type begins to load with the page. The app, its modules and its rules are handed to first.js, which fetches them side
// by side once the first screen is painted.
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
      // Libraries first: the app is the one that begins.
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
    alias: {
      '@texts': fileURLToPath(new URL('../core-wasm/texts', import.meta.url)),
      '@': fileURLToPath(new URL('./src', import.meta.url)),
    },
  },
  // The generated package waits for its .wasm with a top-level await.
  build: {
    target: 'esnext',
    assetsInlineLimit: 0,
    sourcemap: false,
    // Browsers that run the site's scripts all have it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files: a dozen small ones compress worse, and on a phone's line each costs a round trip. What every page needs
          // is two, evaluated one after the other; what the pages of races share is another, and so is what comes after the
          // first page (src/site/deferred.ts).
          groups: [
            { name: 'base', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
            {
              name: 'deferred',
              test: /[\\/]src[\\/](site[\\/](company|consent|deferred|offline|theme)|ui[\\/](Toaster|shortcuts))\b|react-hot-toast|icons[\\/](circle-check|circle-exclamation-point|mail|monitor|moon|refresh-cw|rss|sun|wifi-off|x)\.mjs/,
            },
            {
              name: 'races',
              test: /[\\/]src[\\/](racekit|core[\\/]dates|ui[\\/](BlueLine|CallNotice|Countdown|EmptyState|LogInLink|Notice|Table|useAddressText|useMedia|useNearViewport|usePageInUse))\b|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](check|chevron|cloud|copy|eye|map|play|trash)/,
            },
          ],
        },
      },
    },
  },
  // Generated anew by wasm-pack, so Vite must not keep a bundled copy of it.
  optimizeDeps: { exclude: ['./src/core/pkg'] },
  worker: { format: 'es', plugins: () => [wasm()] },
  server: {
    port: 5173,
    // The texts of the site lie beside this folder.
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server }, '/images': { target: server }, '/og': { target: server } },
  },
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://site.test/', settings: { disableIframePageLoading: true } } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    // Two cores, and a whole WebAssembly module to compile: slow is not broken.
    testTimeout: 60_000,
    hookTimeout: 30_000,
    css: false,
  },
});
