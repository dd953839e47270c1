import { create } from 'zustand';

const usePage = create(() => ({ inUse: false }));
for (const sign of ['pointermove', 'pointerdown', 'keydown'])
  addEventListener(sign, () => usePage.setState({ inUse: true }), { once: true, passive: true });

/** Whether the visitor has begun to use the page, by pointer or keyboard. For what nobody can want before, and need not load with the page. */
export const usePageInUse = () => usePage(({ inUse }) => inUse);
