import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { SearchField } from './SearchField';

function Searched({ onSubmit }: { onSubmit: () => void }) {
  const [text, setText] = useState('');
  return <SearchField label="Find a runner" value={text} onChange={setText} onSubmit={onSubmit} />;
}

test('Escape and the cross empty a search box, which keeps the focus; only an Escape in an empty one reaches the page', async () => {
  const submitted = vi.fn();
  const escaped = vi.fn();
  document.addEventListener('keydown', (event) => event.key === 'Escape' && escaped());
  render(<Searched onSubmit={submitted} />);
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find a runner' });
  expect(screen.queryByRole('button')).toBeNull();
  await userEvent.type(box, 'ada{Enter}');
  expect(submitted).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{Escape}');
  expect(box.value).toBe('');
  expect(escaped).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(escaped).toHaveBeenCalledTimes(1);
  await userEvent.type(box, 'ben');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(box.value).toBe('');
  expect(document.activeElement).toBe(box);
});
