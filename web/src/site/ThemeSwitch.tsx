import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, useTheme } from './theme';

const choices = [
  { id: 'system', label: 'As the system', icon: Monitor },
  { id: 'light', label: 'Light', icon: Sun },
  { id: 'dark', label: 'Dark', icon: Moon },
] as const;

/** The choice between the light, the dark and the system's theme. It uses plain radio buttons because it is on every page. */
export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <fieldset className="inline-flex rounded-control border border-control">
      <legend className="sr-only">Theme</legend>
      {choices.map(({ id, label, icon: Icon }) => (
        <label
          key={id}
          title={label}
          className="relative grid size-11 cursor-pointer place-items-center border-r border-rule text-ink-3 first-of-type:rounded-l-[5px] last-of-type:rounded-r-[5px] last-of-type:border-0 hover:text-ink has-[:checked]:bg-ink has-[:checked]:text-page has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-line"
        >
          <input
            type="radio"
            name="theme"
            checked={theme === id}
            onChange={() => chooseTheme(id)}
            aria-label={label}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Icon size={18} aria-hidden="true" />
        </label>
      ))}
    </fieldset>
  );
}
