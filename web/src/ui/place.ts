let isReturning = false;

/** Whether the visitor has scrolled, touched or typed since the page began to load (public/first.js): then the place is the visitor's own. */
export const hasVisitorMoved = (): boolean => document.documentElement.dataset.moved !== undefined;

/** Says whether a reloaded page is on its way to the place where it was (`site/history.ts`). */
export function setReturning(is: boolean): void {
  isReturning = is;
}

/** Whether it is: then nobody has scrolled it to where it is meanwhile. */
export const isPageReturning = (): boolean => isReturning && !hasVisitorMoved();
