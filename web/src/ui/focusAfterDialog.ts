/** Focuses an element as soon as the dialog that is closing no longer makes the page inert. */
export function focusAfterDialog(target: () => HTMLElement | null | undefined, options?: FocusOptions): void {
  const focus = () => {
    const element = target();
    if (element?.closest('[inert]')) requestAnimationFrame(focus);
    else element?.focus(options);
  };
  requestAnimationFrame(focus);
}

/** Whether no element has the focus: the browser then reports the page's body. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
