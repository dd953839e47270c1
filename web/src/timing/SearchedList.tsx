import { type ReactNode, useState } from 'react';
import { SearchField } from '@/ui';
import { useSettled } from './BibField';
import { PagedList, type PagedListProps } from './PagedList';

/** A {@link PagedList} with a field that searches it: the server answers which rows fit. */
export function SearchedList<Answer, Row>({
  searchLabel,
  page,
  empty,
  ...list
}: Omit<PagedListProps<Answer, Row>, 'page' | 'listKey' | 'empty'> & {
  /** The name of the search field. */
  searchLabel: string;
  /** The query of a page of what a search finds. */
  page: (search: string, number: number) => ReturnType<PagedListProps<Answer, Row>['page']>;
  /** What is shown while the whole list is empty. */
  empty: ReactNode;
}) {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  return (
    <div className="flex w-full flex-col gap-3">
      <SearchField label={searchLabel} value={typed} onChange={setTyped} autoComplete="off" className="max-w-md" />
      <PagedList
        {...list}
        listKey={search}
        page={(number) => page(search, number)}
        empty={search === '' ? empty : <p className="text-ink-2">Nothing fits “{search}”.</p>}
      />
    </div>
  );
}
