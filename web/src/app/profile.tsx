/** The screens of profiles, in one script, with what leaving an account for good means to the rest of the site. */
import { EditPage as Settings } from '@/profile';
import { useLeaveAccount } from '@/site/useLeaveAccount';

export { ProfilePage, VisitingPage } from '@/profile';

export function EditPage() {
  return <Settings onDeleted={useLeaveAccount()} />;
}
