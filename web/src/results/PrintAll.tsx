import { Printer } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { callWords } from '@/api';
import { Button, toast } from '@/ui';

/** Lines in a request for print. */
const AT_ONCE = 100;
/** The most lines that are printed; more are for the CSV. */
const MOST = 20_000;

/** The button that prints every line that the filters choose, not only those of the page on the screen. */
export function PrintAll<Line>({
  total,
  shown,
  page,
  table,
  children,
}: {
  total: number;
  /** How many lines are on the screen. */
  shown: number;
  /** Fetches a page of the list, by its number and the number of its lines. */
  page: (number: string, lines: string) => Promise<{ items: readonly Line[] }>;
  /** What is printed. */
  table: (lines: readonly Line[]) => ReactNode;
  /** The lines on the screen: without the button, these are printed. */
  children: ReactNode;
}) {
  const [fetched, setFetched] = useState<number>();
  const [lines, setLines] = useState<readonly Line[]>();
  useEffect(() => {
    const done = () => setLines(undefined);
    addEventListener('afterprint', done);
    return () => removeEventListener('afterprint', done);
  }, []);
  const print = async () => {
    if (total > MOST) {
      toast.error(`These are more than ${MOST.toLocaleString('en-US')} lines: choose a race, or take the CSV.`);
      return;
    }
    try {
      const all: Line[] = [];
      for (let number = 1; (number - 1) * AT_ONCE < total; number += 1) {
        setFetched(all.length);
        const { items } = await page(String(number), String(AT_ONCE));
        all.push(...items);
      }
      // The rows have to be there when the browser draws the sheets.
      flushSync(() => setLines(all));
      window.print();
    } catch (error) {
      toast.error(callWords(error));
    } finally {
      setFetched(undefined);
    }
  };
  return (
    <>
      <Button
        className="mb-3 print:hidden"
        onPress={() => void print()}
        isDisabled={fetched !== undefined || total === 0}
      >
        <Printer size={18} aria-hidden="true" />
        {fetched === undefined ? 'Print' : `${fetched.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`}
      </Button>
      {lines && <div className="hidden w-full print:block">{table(lines)}</div>}
      <div className={lines ? 'print:hidden' : ''}>
        {children}
        {total > shown && (
          <p className="mt-2 hidden print:block">
            {shown.toLocaleString('en-US')} of {total.toLocaleString('en-US')} lines. The button Print on the page
            prints all of them.
          </p>
        )}
      </div>
    </>
  );
}
