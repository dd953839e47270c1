import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { ChevronDown, Eye, EyeOff, LogOut } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { CallError, type Profile, saveBeforeLogout, sessionQuery, useLogout, useUpdatePrivacy } from '@/api';
import { core, type NavLink } from '@/core';
import { ConfirmDialog, toast } from '@/ui';
import { forgetPerson, hasUnsavedWords, onLogoutElsewhere, tellLogout } from './leave';
import { useStored } from './stored';

const item =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-chip px-3 text-base outline-none data-[focused]:bg-sunk';

/** The menu of who is logged in: the core's links for their role, the privacy toggle, and Logout. */
export function UserMenu({
  profile,
  links,
  logout: canLogout,
  privacy: canHide,
}: {
  profile: Profile;
  links: readonly NavLink[];
  logout: boolean;
  privacy: boolean;
}) {
  const navigate = useNavigate();
  const router = useRouter();
  // As the bar's own links do: whoever points at one is probably going there.
  const prepare = (href: string) => void router.preloadRoute({ to: href as never });
  const logout = useLogout();
  const hide = useUpdatePrivacy();
  const isPrivate = profile.isPrivate;
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const goAway = useCallback(async () => {
    // What is under edit must not hold the page back any more, and writes its words once more when it goes.
    await navigate({ to: '/', ignoreBlocker: true });
    await forgetPerson(queries);
  }, [queries, navigate]);
  useEffect(
    () =>
      onLogoutElsewhere(() => {
        queries.setQueryData(sessionQuery.queryKey, { loggedIn: false });
        void goAway();
      }),
    [queries, goAway],
  );
  const leave = async () => {
    // The server's draft outlives the logout; what this browser alone has would be lost, so that is asked first.
    if (!(await saveBeforeLogout()) || hasUnsavedWords()) setAsking(true);
    else leaveNow();
  };
  const leaveNow = () =>
    logout.mutate(undefined, {
      onSuccess: async () => {
        setAsking(false);
        useStored.getState().reset();
        toast.success(core().logoutNotice(200).text);
        tellLogout();
        await goAway();
      },
      onError: (error) => toast.error(core().logoutNotice(error instanceof CallError ? error.status : undefined).text),
    });
  return (
    <>
      <MenuTrigger>
        <Button className="label flex min-h-11 cursor-pointer items-center gap-2 rounded-control px-2 text-sm hover:bg-sunk">
          <span className="grid size-8 place-items-center rounded-chip bg-ink text-page" aria-hidden="true">
            {profile.Username.charAt(0).toUpperCase()}
          </span>
          <span className="sr-only">Account of </span>
          {/* A phone has no room for it, but its name is said there as well. */}
          <span className="max-w-32 truncate max-sm:sr-only">{profile.Username}</span>
          <ChevronDown size={16} className="text-ink-3" aria-hidden="true" />
        </Button>
        <Popover
          placement="bottom end"
          className="w-64 overflow-auto rounded-control border border-rule bg-card p-1 shadow-float data-[entering]:animate-fade"
        >
          <Menu
            className="outline-none"
            onAction={(key) => {
              if (key === 'logout') void leave();
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
            {canHide && (
              <MenuItem id="privacy" className={item} shouldCloseOnSelect={false} textValue="Private account">
                {isPrivate ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
                {isPrivate ? 'Account is private' : 'Account is public'}
                <span className="ml-auto text-sm text-ink-3">{isPrivate ? 'Make public' : 'Make private'}</span>
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
        title="Log out with unsaved changes?"
        isOpen={asking}
        onClose={() => setAsking(false)}
        onConfirm={leaveNow}
        pending={logout.isPending}
        confirmLabel="Log out and delete them"
      >
        <p>
          Some of what you typed was not saved, and this browser alone has it. Logging out deletes it here, so that the
          next person at this computer does not find it.
        </p>
      </ConfirmDialog>
    </>
  );
}
