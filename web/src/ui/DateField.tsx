import { parseDate } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import {
  Dialog as AriaDialog,
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DialogTrigger,
  Heading,
  Popover,
} from 'react-aria-components';
import { type FieldParts, TextField } from './Field';

/** The props of {@link DateField}. The caller passes the core's functions that parse and format the text. */
export interface DateFieldProps extends FieldParts {
  name?: string;
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  placeholder?: string;
  /** Parses a text: returns a date as `2027-06-15`, undefined when the text is no date. */
  read: (text: string) => string | undefined;
  /** Formats `2027-06-15` as text. */
  write: (iso: string) => string;
}

/**
 * A date, typed or pasted in any usual form, or selected from a calendar. It is a text field and not one box for each part of the date, so
 * that a date can be pasted from a permit or a mail.
 */
export function DateField({ read, write, value, onChange, onBlur, placeholder, ...field }: DateFieldProps) {
  const [open, setOpen] = useState(false);
  const iso = read(value);
  return (
    <TextField
      {...field}
      value={value}
      onChange={onChange}
      autoComplete="off"
      onBlur={() => {
        // Formatted in the form that the rest of the site uses.
        if (iso && write(iso) !== value) onChange(write(iso));
        onBlur?.();
      }}
      {...(placeholder ? { placeholder } : {})}
      after={
        <DialogTrigger isOpen={open} onOpenChange={setOpen}>
          <Button
            aria-label="Open the calendar"
            className="grid size-11 cursor-pointer place-items-center rounded-control text-ink-2 hover:text-ink"
          >
            <CalendarDays size={20} aria-hidden="true" />
          </Button>
          <Popover
            placement="bottom end"
            className="rounded-control border border-rule bg-card p-4 shadow-float data-[entering]:animate-fade"
          >
            <AriaDialog aria-label="Choose a date" className="outline-none">
              <Calendar
                aria-label="Date"
                autoFocus
                value={iso ? parseDate(iso) : null}
                onChange={(day) => {
                  onChange(write(day.toString()));
                  setOpen(false);
                }}
              >
                <header className="mb-2 flex items-center justify-between">
                  <Step slot="previous" />
                  <Heading className="display text-base" />
                  <Step slot="next" />
                </header>
                <CalendarGrid className="border-separate border-spacing-0.5">
                  <CalendarGridHeader>
                    {(day) => (
                      <CalendarHeaderCell className="tabular size-9 text-sm text-ink-3">{day}</CalendarHeaderCell>
                    )}
                  </CalendarGridHeader>
                  <CalendarGridBody>
                    {(day) => (
                      <CalendarCell
                        date={day}
                        className="tabular grid size-10 cursor-pointer place-items-center rounded-control text-base data-[hovered]:bg-sunk data-[outside-month]:invisible data-[selected]:bg-line data-[selected]:text-on-fill data-[today]:font-bold data-[today]:underline data-[today]:underline-offset-4 pointer-coarse:size-11"
                      />
                    )}
                  </CalendarGridBody>
                </CalendarGrid>
              </Calendar>
            </AriaDialog>
          </Popover>
        </DialogTrigger>
      }
    />
  );
}

function Step({ slot }: { slot: 'previous' | 'next' }) {
  const Icon = slot === 'previous' ? ChevronLeft : ChevronRight;
  return (
    <Button
      slot={slot}
      className="grid size-11 cursor-pointer place-items-center rounded-control text-ink-2 hover:bg-sunk data-[disabled]:text-ink-3"
    >
      <Icon size={20} aria-hidden="true" />
    </Button>
  );
}
