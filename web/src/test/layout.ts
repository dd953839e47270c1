/** Sizes for virtualized lists: happy-dom has no layout, and a list without a height renders no rows. */

/** Gives every scroll box 500 px and every item 98 px, for the tests of a file. */
export function withLayout(): void {
  class Sized implements ResizeObserver {
    constructor(private readonly callback: ResizeObserverCallback) {}
    observe(target: Element): void {
      const height = target.tagName === 'LI' ? 98 : 500;
      const entry = { target, contentRect: { width: 400, height } } as unknown as ResizeObserverEntry;
      queueMicrotask(() => this.callback([entry], this));
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  globalThis.ResizeObserver = Sized;
  // An element without an `offsetParent` counts as not visible.
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get(this: HTMLElement) {
      return this.parentElement;
    },
  });
}
