import text from '@texts/terms.json';
import { InfoPage } from './InfoPage';

/** The terms for using the site. */
export function TermsPage() {
  return <InfoPage text={text} />;
}
