import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import wasm from 'vite-plugin-wasm';
import { defineConfig } from 'vitest/config';

// The server that `npm run dev` asks; SPLITLINE_SERVER names another.
const server = process.env.SPLITLINE_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), tailwindcss(), wasm()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  // The generated package waits for its .wasm with a top-level await.
  build: { target: 'esnext', assetsInlineLimit: 0, sourcemap: false },
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
