import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, LogOut } from 'lucide-react';
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { CallError, type Profile, useLogout } from '@/api';
import { core, type NavLink } from '@/core';
import { toast } from '@/ui';
import { useStored } from './stored';

const item =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-chip px-3 text-base outline-none data-[focused]:bg-sunk';

/** The menu of who is logged in: the core's links for their role, and Logout. */
export function UserMenu({
  profile,
  links,
  logout: canLogout,
}: {
  profile: Profile;
  links: readonly NavLink[];
  logout: boolean;
}) {
  const navigate = useNavigate();
  const logout = useLogout();
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
          onAction={(key) => (key === 'logout' ? leave() : void navigate({ to: String(key) as never }))}
        >
          {links.map((link) => (
            <MenuItem key={link.href} id={link.href} className={item}>
              {link.label}
            </MenuItem>
          ))}
          {links.length > 0 && <Separator className="my-1 border-t border-rule" />}
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
