import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { ToggleButton } from 'react-aria-components';
import { TextField } from '@/ui';

/** A password input with a button that shows the password. */
export function PasswordField({
  autoComplete,
  ...props
}: Pick<React.ComponentProps<typeof TextField>, 'name' | 'label' | 'hint' | 'error' | 'note' | 'onChange'> & {
  autoComplete: 'current-password' | 'new-password';
}) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      after={
        <ToggleButton
          isSelected={shown}
          onChange={setShown}
          aria-label="Show password"
          className="grid size-11 cursor-pointer place-items-center rounded-control text-ink-3 hover:text-ink"
        >
          {shown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
        </ToggleButton>
      }
    />
  );
}
