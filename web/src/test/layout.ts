/** Sizes for lists that are drawn by window: the test's browser lays nothing out, and a list of no height draws no row. */

/** Gives every scroll box 500 px and every item 98 px, for the tests of a file. */
export function withLayout(): void {
  class Sized implements ResizeObserver {
    constructor(private readonly tell: ResizeObserverCallback) {}
    observe(target: Element): void {
      const height = target.tagName === 'LI' ? 98 : 500;
      const entry = { target, contentRect: { width: 400, height } } as unknown as ResizeObserverEntry;
      queueMicrotask(() => this.tell([entry], this));
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  globalThis.ResizeObserver = Sized;
  // Without one, an element counts as not shown.
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get(this: HTMLElement) {
      return this.parentElement;
    },
  });
}
