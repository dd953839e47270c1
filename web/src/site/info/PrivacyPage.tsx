import text from '@texts/privacy.json';
import { InfoPage } from './InfoPage';

/** The privacy policy: which data about people the company has, and how it uses them. */
export function PrivacyPage() {
  return <InfoPage text={text} />;
}
