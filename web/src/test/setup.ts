import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// The error of a failing test contains the query, not the whole page.
configure({ getElementError: (message) => new Error(message ?? 'not found'), asyncUtilTimeout: 15_000 });

// happy-dom has no layout, so every element counts as visible.
class AlwaysVisible implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  constructor(private readonly callback: IntersectionObserverCallback) {}
  observe(target: Element): void {
    this.callback([{ isIntersecting: true, target } as IntersectionObserverEntry], this);
  }
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}
globalThis.IntersectionObserver = AlwaysVisible;

afterEach(() => {
  if (typeof document !== 'undefined') cleanup();
});
