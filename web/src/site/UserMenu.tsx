import { useNavigate, useRouter } from '@tanstack/react-router';
import { ChevronDown, Eye, EyeOff, LogOut } from 'lucide-react';
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { CallError, type Profile, useLogout, useUpdatePrivacy } from '@/api';
import { core, type NavLink } from '@/core';
import { toast } from '@/ui';
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
  const leave = () =>
    logout.mutate(undefined, {
      onSuccess: () => {
        useStored.getState().reset();
        toast.success(core().logoutNotice(200).text);
        void navigate({ to: '/' });
      },
      onError: (error) => toast.error(core().logoutNotice(error instanceof CallError ? error.status : undefined).text),
    });
  return (
    <MenuTrigger>
      <Button
        aria-label={`Account of ${profile.Username}`}
        className="label flex min-h-11 cursor-pointer items-center gap-2 rounded-control px-2 text-sm hover:bg-sunk"
      >
        <span className="grid size-8 place-items-center rounded-chip bg-ink text-page" aria-hidden="true">
          {profile.Username.charAt(0).toUpperCase()}
        </span>
        <span className="hidden max-w-32 truncate sm:inline">{profile.Username}</span>
        <ChevronDown size={16} className="text-ink-3" aria-hidden="true" />
      </Button>
      <Popover
        placement="bottom end"
        className="w-64 overflow-auto rounded-control border border-rule bg-card p-1 shadow-float data-[entering]:animate-fade"
      >
        <Menu
          className="outline-none"
          onAction={(key) => {
            if (key === 'logout') leave();
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
  );
}
