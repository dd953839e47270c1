import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { ChevronDown, Eye, EyeOff, LogOut, User } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import {
  CallError,
  get,
  isLost,
  myResultsQuery,
  type Profile,
  saveBeforeLogout,
  sessionQuery,
  useLogout,
  useUpdatePrivacy,
  whenReachable,
} from '@/api';
import { core, type NavLink } from '@/core';
import { ConfirmDialog, imageSource, toast } from '@/ui';
import { clearUserData, hasUnsavedText, onLogoutInOtherTab } from './logout';
import { useLostText } from './sessionChanges';
import { useStoredState } from './stored';
import { useLeaveAccount } from './useLeaveAccount';

const item =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-chip px-3 text-base outline-none data-[focused]:bg-sunk';

/** Milliseconds after which a logout does not wait any longer for who is logged in. */
const WHO_TIMEOUT_MS = 3000;

/** What is asked before a logout. */
interface Question {
  /** Who is logged in in this browser by now, in place of the account that the page shows. */
  other: string | undefined;
  /** Whether there is text that only this browser has. */
  isUnsaved: boolean;
}

/** The menu of the logged-in user: the core's links for the role, the privacy toggle, and Logout. */
export function UserMenu({
  profile,
  links,
  logout: canLogout,
  privacy: canHide,
}: {
  /** Not known before the server has answered, and while it can't be reached. */
  profile: Profile | undefined;
  links: readonly NavLink[];
  logout: boolean;
  privacy: boolean;
}) {
  const navigate = useNavigate();
  const router = useRouter();
  // Preloads a page when its link is hovered or focused, as the links of the navigation bar do.
  const prepare = (href: string) => void router.preloadRoute({ to: href as never });
  const logout = useLogout();
  const leaveAccount = useLeaveAccount();
  const hide = useUpdatePrivacy();
  const isPrivate = profile?.isPrivate ?? false;
  const picture = profile && imageSource(profile.ProfilePicture, 64);
  const queries = useQueryClient();
  const [asking, setAsking] = useState<Question>();
  const leavePage = useCallback(async () => {
    // Navigates first: an editor must not block the page any more, and it stores its text once more when it is unmounted.
    await navigate({ to: '/', ignoreBlocker: true });
    queries.setQueryData(sessionQuery.queryKey, { loggedIn: false });
    await clearUserData(queries);
  }, [queries, navigate]);
  useEffect(
    () =>
      onLogoutInOtherTab(() => {
        // Before the page is left, and with it what it holds.
        const lost = hasUnsavedText() ? (profile?.Username ?? 'somebody') : undefined;
        toast.success(core().logoutNotice(200).text);
        void leavePage().then(() => lost !== undefined && useLostText.setState({ of: lost }));
      }),
    [leavePage, profile],
  );
  // A change whose answer is lost may have been made: what shows the account is read again.
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || !isLost(event.action.error)) return;
        whenReachable(() => {
          const isOwn = ({ queryKey: [of] }: { queryKey: readonly unknown[] }) => of === 'own' || of === 'session';
          void queries.invalidateQueries({ predicate: isOwn });
        });
      }),
    [queries],
  );
  // Stored between visits (SPEC §3) whenever they were read: after a login, and by My Profile.
  const mine = useQuery({ ...myResultsQuery, enabled: false }).data;
  useEffect(() => {
    if (!mine) return;
    const { achievements, fastestTimes } = mine.summary;
    const { top1, top3, activeTitle, raceCounts } = achievements;
    useStoredState.setState({ top1, top3, activeTitle, raceCounts, fastestTimes });
  }, [mine]);
  const requestLogout = async () => {
    const other = await otherThan(profile);
    // A draft on the server survives the logout; text that only this browser has would be lost, so the user has to confirm that.
    const isUnsaved = !(await saveBeforeLogout()) || hasUnsavedText();
    if (other !== undefined || isUnsaved) setAsking({ other, isUnsaved });
    else logOutNow();
  };
  const logOutNow = () =>
    logout.mutate(undefined, {
      onSuccess: async () => {
        setAsking(undefined);
        await leaveAccount(core().logoutNotice(200).text);
      },
      onError: (error) => toast.error(core().logoutNotice(error instanceof CallError ? error.status : undefined).text),
    });
  return (
    <>
      <MenuTrigger>
        <Button className="label flex min-h-11 cursor-pointer items-center gap-2 rounded-control px-2 text-sm hover:bg-sunk">
          {picture ? (
            <img src={picture} alt="" width={32} height={32} className="size-8 rounded-chip object-cover" />
          ) : (
            <span className="grid size-8 place-items-center rounded-chip bg-ink text-page" aria-hidden="true">
              {profile ? profile.Username.charAt(0).toUpperCase() : <User size={18} />}
            </span>
          )}
          {profile && <span className="sr-only">Account of </span>}
          {/* On a phone there is no space for the name; there it is for screen readers only. */}
          <span className={profile ? 'max-w-32 truncate max-sm:sr-only' : 'sr-only'}>
            {profile?.Username ?? 'Account'}
          </span>
          <ChevronDown size={16} className="text-ink-3" aria-hidden="true" />
        </Button>
        <Popover
          placement="bottom end"
          className="w-80 max-w-full overflow-auto rounded-control border border-rule bg-card p-1 shadow-float data-[entering]:animate-fade"
        >
          <Menu
            className="outline-none"
            onAction={(key) => {
              if (key === 'logout') void requestLogout();
              else if (key === 'privacy') hide.mutate(!isPrivate);
              else void navigate({ to: String(key) as never });
            }}
          >
            {links.map((link) => (
              <MenuItem
                key={link.href}
                id={link.href}
                className={item}
                onHoverStart={() => prepare(link.href)}
                onFocus={() => prepare(link.href)}
              >
                {link.label}
              </MenuItem>
            ))}
            {links.length > 0 && <Separator className="my-1 border-t border-rule" />}
            {canHide && profile && (
              <MenuItem id="privacy" className={item} shouldCloseOnSelect={false} textValue="Private account">
                {isPrivate ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
                <span className="whitespace-nowrap">{isPrivate ? 'Account is private' : 'Account is public'}</span>
                <span className="ml-auto text-sm whitespace-nowrap text-ink-3">
                  {isPrivate ? 'Make public' : 'Make private'}
                </span>
              </MenuItem>
            )}
            {canLogout && (
              <MenuItem id="logout" className={item}>
                <LogOut size={18} aria-hidden="true" /> Logout
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      <ConfirmDialog
        title={asking?.other === undefined ? 'Log out with unsaved changes?' : `Log ${asking.other} out?`}
        isOpen={asking !== undefined}
        // Nothing changes: the page may hold what was typed for the account that it shows, and would lose it with another one.
        onClose={() => setAsking(undefined)}
        onConfirm={logOutNow}
        pending={logout.isPending}
        confirmLabel={asking?.isUnsaved ? 'Log out and delete them' : 'Log out'}
      >
        {asking?.other !== undefined && (
          <p className="wrap-anywhere">
            {asking.other} was logged in in this browser since, in place of {profile?.Username}, whom this page still
            shows. Logging out ends the session of {asking.other}.
          </p>
        )}
        {asking?.isUnsaved && (
          <p className={asking.other === undefined ? '' : 'mt-3'}>
            Some of what you typed was not saved, and this browser alone has it. Logging out deletes it here, so that
            the next person at this computer does not find it.
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}

/**
 * Who is logged in by now, when it is another account than the one that the page shows. Undefined also when it can't be told: a logout
 * must not fail for that.
 */
async function otherThan(shown: Profile | undefined): Promise<string | undefined> {
  if (!shown) return undefined;
  try {
    const { UserID, Username } = await get('profile', { timeout: WHO_TIMEOUT_MS });
    return UserID === shown.UserID ? undefined : Username;
  } catch {
    return undefined;
  }
}
