import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from './Dialog';
import { focusHome, useFocusHomes } from './focusHomes';

afterEach(() => vi.restoreAllMocks());

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog title="A picture" isOpen={isOpen} onClose={() => setOpen(false)}>
        Nothing here can have the focus.
      </Dialog>
    </>
  );
}

test('a page that is inert for some frames more still gets the focus back', async () => {
  const user = userEvent.setup();
  const { container } = render(<Page />);
  const open = screen.getByRole('button', { name: 'Open' });
  await user.click(open);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
  // jsdom lets inert elements have the focus; browsers do not.
  const focus = HTMLElement.prototype.focus;
  vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function (this: HTMLElement, options) {
    if (!this.closest('[inert]')) focus.call(this, options);
  });
  // As on a busy device, where the page is usable again only after the library has tried to give the focus back.
  const holder = document.createElement('div');
  holder.inert = true;
  document.body.append(holder);
  holder.append(container);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await new Promise((done) => setTimeout(done, 100));
  expect(document.activeElement).not.toBe(open);
  holder.inert = false;
  await waitFor(() => expect(document.activeElement).toBe(open));
  holder.remove();
});

function Homes({ has }: { has: boolean }) {
  useFocusHomes();
  return (
    <div {...focusHome('home')}>
      <h2 id="home" tabIndex={-1}>
        Home
      </h2>
      {has && <button type="button">Gone soon</button>}
    </div>
  );
}

test('an element that loses the focus and takes it again at once is still the one that has it', async () => {
  const { rerender } = render(<Homes has />);
  const button = screen.getByRole('button');
  button.focus();
  button.blur();
  button.focus();
  await Promise.resolve();
  rerender(<Homes has={false} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')));
});
