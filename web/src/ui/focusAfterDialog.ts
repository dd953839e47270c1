/** Gives the focus to an element once the dialog that is closing lets go of the page. */
export function focusAfterDialog(wanted: () => HTMLElement | null | undefined): void {
  const focus = () => {
    const element = wanted();
    if (element?.closest('[inert]')) requestAnimationFrame(focus);
    else element?.focus();
  };
  requestAnimationFrame(focus);
}
