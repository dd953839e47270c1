import { type ComponentProps, useEffect, useState } from 'react';
import { loadStrengthRules, type StrengthRules } from '@/core';
import { PasswordField } from './PasswordField';

/** How filled the bar is, by score, and in which color. */
const BAR = ['w-1/12 bg-live', 'w-1/4 bg-live', 'w-1/2 bg-road-deep', 'w-3/4 bg-success', 'w-full bg-success'] as const;

/**
 * A new password, with an estimate of how hard it is to guess. The rule and its dictionaries are loaded when the field is shown; without
 * them, on a slow network, there is no estimate, and the server's answer has it.
 */
export function NewPasswordField({
  about,
  onChange,
  ...props
}: Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'note'> & {
  /** Texts about the person, which make a password easy to guess. */
  about: readonly string[];
}) {
  const [typed, setTyped] = useState('');
  const [rules, setRules] = useState<StrengthRules>();
  useEffect(() => {
    let isShown = true;
    loadStrengthRules().then(
      (loaded) => isShown && setRules(loaded),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  const strength = typed === '' ? undefined : rules?.passwordStrength(typed, [...about]);
  return (
    <div className="flex flex-col gap-2">
      <PasswordField
        {...props}
        autoComplete="new-password"
        onChange={(text) => {
          setTyped(text);
          onChange?.(text);
        }}
        note={strength && `${strength.words}. ${strength.advice}`.trim()}
      />
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunk">
        <div className={`h-full transition-[width] ${strength ? BAR[strength.score] : 'w-0'}`} />
      </div>
    </div>
  );
}
