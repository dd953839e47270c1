import { Dialog, Switch, setShortcutsOn, useShortcutsOn } from '@/ui';

const keys = [
  ['/', 'Goes to the page’s search, else to that of races'],
  ['?', 'Shows this list'],
  ['u', 'At the timing desk: goes to Undo of your last change'],
  ['j', 'At the tickets: opens the next one'],
  ['k', 'At the tickets: opens the one before'],
  ['Esc', 'Closes what is open'],
] as const;

/** The list of keyboard shortcuts, with a switch that turns off those of a single character. */
export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const on = useShortcutsOn();
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={onClose}>
      <dl className="mb-6 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-3">
        {keys.map(([key, what]) => (
          <div key={key} className={`contents ${on || key === 'Esc' ? '' : 'text-ink-3'}`}>
            <dt>
              <kbd className="label inline-grid min-h-8 min-w-8 place-items-center rounded-chip border border-control bg-sunk px-2 font-sans">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Switch isSelected={on} onChange={setShortcutsOn}>
        Keys of one letter
      </Switch>
      <p className="mt-1 text-sm text-ink-2">
        Turn them off where they get in the way, such as when you speak to the computer. This browser remembers it.
      </p>
    </Dialog>
  );
}
