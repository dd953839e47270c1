import { callFailure } from '@/api';
import { PagedList as List, type PagedListProps as Props } from '@/ui/PagedList';

/** The props of {@link PagedList}. */
export type PagedListProps<Answer, Row> = Omit<Props<Answer, Row>, 'failure'>;

/** The kit's list of any length, with the desk's messages for failed requests. */
export function PagedList<Answer, Row>(props: PagedListProps<Answer, Row>) {
  return <List {...props} failure={callFailure} />;
}
