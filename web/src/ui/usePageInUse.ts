import { create } from 'zustand';

const usePage = create(() => ({ inUse: false }));
for (const sign of ['pointermove', 'pointerdown', 'keydown'])
  addEventListener(sign, () => usePage.setState({ inUse: true }), { once: true, passive: true });

/** Whether the visitor has used pointer or keyboard on the page. For parts that are not needed before, and so are not loaded with it. */
export const usePageInUse = () => usePage(({ inUse }) => inUse);
