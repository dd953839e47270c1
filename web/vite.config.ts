import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import wasm from 'vite-plugin-wasm';
import { defineConfig } from 'vitest/config';

// The server that `npm run dev` asks; SPLITLINE_SERVER names another.
const server = process.env.SPLITLINE_SERVER ?? 'http://127.0.0.1:8080';

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
    background_color: '#F1F4F3',
    theme_color: '#F1F4F3',
    lang: 'en',
    categories: ['sports'],
    icons: [
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
    shortcuts: [{ name: 'Races', url: '/races' }],
  },
  injectManifest: {
    globPatterns: ['index.html', 'theme.js', 'favicon.svg', 'assets/**/*.{js,css,wasm,woff2}'],
    // An administrator's screens need the server anyway, and no text of the site needs these alphabets.
    globIgnores: ['**/CreateRacePage-*', '**/TimingPage-*', '**/desk*', '**/*vietnamese*'],
    maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
    target: 'esnext',
  },
});

// The rules and the type begin to load with the page, not after the script that asks for them.
const early: Plugin = {
  name: 'early',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {}).flatMap((file) => {
        const link = (attrs: Record<string, string | boolean>) => [
          { tag: 'link', attrs: { ...attrs, href: `/${file}`, crossorigin: true }, injectTo: 'head' as const },
        ];
        if (/page_bg-[^/]*\.wasm$/.test(file)) return link({ rel: 'preload', as: 'fetch' });
        if (/\/page-[^/]*\.js$/.test(file)) return link({ rel: 'modulepreload' });
        if (/archivo-latin-wdth-normal-[^/]*\.woff2$/.test(file)) {
          return link({ rel: 'preload', as: 'font', type: 'font/woff2' });
        }
        return [];
      }),
  },
};

export default defineConfig({
  plugins: [react(), tailwindcss(), wasm(), pwa, early],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  // The generated package waits for its .wasm with a top-level await.
  build: {
    target: 'esnext',
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs, in one file: a dozen small ones compress worse and ask more often.
          groups: [
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|ky|zustand|react-hot-toast|tailwind-variants|use-sync-external-store)[\\/]/,
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
    proxy: { '/api': { target: server }, '/images': { target: server }, '/og': { target: server } },
  },
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://site.test/', settings: { disableIframePageLoading: true } } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    // Two cores, and a whole WebAssembly module to compile: slow is not broken.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    css: false,
  },
});
