import text from '@texts/privacy.json';
import { InfoPage } from './InfoPage';

/** What the company knows about people, and what it does with it. */
export function PrivacyPage() {
  return <InfoPage text={text} />;
}
