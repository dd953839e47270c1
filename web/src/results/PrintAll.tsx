import { useQueryClient } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { callWords } from '@/api';
import { Button, Table, toast } from '@/ui';
import { type Line, leaderboardQuery } from './api';
import { columnsOf, lineKey } from './columns';
import type { ResultsSearch } from './search';

/** Lines in a request for print. */
const AT_ONCE = 100;
/** The most lines that are printed; more are for the CSV. */
const MOST = 20_000;

/** The button that prints every line that the filters choose, not only those of the page on the screen. */
export function PrintAll({ search, total }: { search: ResultsSearch; total: number }) {
  const queries = useQueryClient();
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
      for (let page = 1; (page - 1) * AT_ONCE < total; page += 1) {
        setFetched(all.length);
        const { items } = await queries.fetchQuery(
          leaderboardQuery({ ...search, page: String(page), pageSize: String(AT_ONCE) }),
        );
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
      <Button onPress={() => void print()} isDisabled={fetched !== undefined || total === 0}>
        <Printer size={18} aria-hidden="true" />
        {fetched === undefined ? 'Print' : `${fetched.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`}
      </Button>
      {lines && (
        <div className="hidden w-full print:block">
          <Table
            caption="Results"
            columns={columnsOf({ withRace: search.race === undefined, print: true })}
            rows={lines}
            rowKey={lineKey}
          />
        </div>
      )}
    </>
  );
}
