import { useEffect, useState } from 'react';

const KEY = 'splitline.slash';

function wanted(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/**
 * The key `/` does something while nothing is being typed into. A shortcut of one letter must be possible to turn off (WCAG 2.1.4):
 * somebody who speaks to the computer types letters by accident.
 */
export function useSlash(act: () => void): { on: boolean; toggle: () => void } {
  const [on, setOn] = useState(wanted);
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      const typing = (event.target as Element | null)?.closest?.('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      // A dialog holds the focus; what lies under it is out of reach.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [on, act]);
  const toggle = () => {
    setOn(!on);
    try {
      localStorage.setItem(KEY, on ? 'off' : 'on');
    } catch {
      // Then it holds until the page is left.
    }
  };
  return { on, toggle };
}
