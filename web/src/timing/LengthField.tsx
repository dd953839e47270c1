import { deskCore } from '@/core';
import { type FieldParts, TextField } from '@/ui';

/** A field for a length in K, miles or metres; the length as the core has parsed it is shown below. */
export function LengthField({
  value,
  onChange,
  placeholder,
  ...parts
}: FieldParts & { value: string; onChange: (text: string) => void; placeholder: string }) {
  const understood = deskCore().lengthUnderstood(value) ?? '';
  return (
    <TextField
      {...parts}
      value={value}
      onChange={onChange}
      placeholder={placeholder}
      autoComplete="off"
      note={understood}
    />
  );
}
