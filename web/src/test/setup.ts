import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A failing screen test says what it missed, not the whole page.
configure({ getElementError: (message) => new Error(message ?? 'not found'), asyncUtilTimeout: 15_000 });

// The test's browser has no layout, so everything counts as on the screen.
class Seen implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  constructor(private readonly tell: IntersectionObserverCallback) {}
  observe(target: Element): void {
    this.tell([{ isIntersecting: true, target } as IntersectionObserverEntry], this);
  }
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}
globalThis.IntersectionObserver = Seen;

afterEach(() => {
  if (typeof document !== 'undefined') cleanup();
});
