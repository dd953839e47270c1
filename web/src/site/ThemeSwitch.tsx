import { Monitor, Moon, Sun } from 'lucide-react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { chooseTheme, type Theme, useTheme } from './theme';

const choices = [
  { id: 'system', label: 'As the system', icon: Monitor },
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
] as const;

/** Chooses between light, dark and the system's wish. */
export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <ToggleButtonGroup
      aria-label="Theme"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[theme]}
      onSelectionChange={(keys) => chooseTheme([...keys][0] as Theme)}
      className="inline-flex rounded-control border border-control"
    >
      {choices.map(({ id, label, icon: Icon }) => (
        <ToggleButton
          key={id}
          id={id}
          aria-label={label}
          className="grid size-11 cursor-pointer place-items-center border-r border-rule text-ink-3 first:rounded-l-[5px] last:rounded-r-[5px] last:border-0 hover:text-ink data-[selected]:bg-ink data-[selected]:text-page"
        >
          <Icon size={18} aria-hidden="true" />
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
