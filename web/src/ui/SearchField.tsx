import { Search, X } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useId, useRef } from 'react';
import { controlStyle } from './controlStyle';

/**
 * A search box; the label is for screen readers, the placeholder says what can be typed. Escape and the cross empty it.
 *
 * It is the plain HTML element because the live page has one, where a library's field would be much of the script.
 */
export function SearchField({
  label,
  placeholder,
  className = '',
  value,
  onChange,
  onSubmit,
  ...props
}: Pick<ComponentProps<'input'>, 'autoComplete' | 'autoFocus' | 'maxLength' | 'onBlur'> & {
  label: string;
  placeholder?: string;
  className?: string;
  value: string;
  onChange: (text: string) => void;
  /** Called when Enter is pressed. */
  onSubmit?: () => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const press = (event: KeyboardEvent) => {
    // The Enter that ends the composition of a letter does not submit.
    if (event.key === 'Enter' && onSubmit && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onSubmit();
    }
    if (event.key !== 'Escape' || value === '') return;
    // A dialog around it stays open: the first Escape empties the box.
    event.preventDefault();
    event.stopPropagation();
    onChange('');
  };
  return (
    <div className={`relative flex flex-col ${className}`}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search size={18} className="pointer-events-none absolute left-3 top-[13px] text-ink-3" aria-hidden="true" />
      <input
        {...props}
        ref={input}
        id={id}
        type="search"
        value={value}
        placeholder={placeholder ?? label}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={press}
        className={`${controlStyle} px-10 [&::-webkit-search-cancel-button]:hidden`}
      />
      {value !== '' && (
        // Not a stop of the tab key, because Escape does the same.
        <button
          type="button"
          tabIndex={-1}
          aria-label="Clear search"
          // The box keeps the focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
          className="absolute right-0 top-0 grid size-11 place-items-center text-ink-2"
        >
          <X size={18} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
