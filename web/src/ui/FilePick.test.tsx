import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { FilePick } from './FilePick';

test('a press opens the file dialog, and the text of the chosen file is passed on', async () => {
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click');
  const onText = vi.fn();
  const { container } = render(
    <FilePick accept=".csv,text/csv" onText={onText}>
      Choose a file
    </FilePick>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Choose a file' }));
  expect(opened).toHaveBeenCalledTimes(1);

  const input = container.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  const list = new File(['bib,name'], 'entrants.csv', { type: 'text/csv' });
  await user.upload(input, list);
  await waitFor(() => expect(onText).toHaveBeenCalledWith('bib,name', 'entrants.csv'));
  await user.upload(input, list);
  await waitFor(() => expect(onText).toHaveBeenCalledTimes(2));
});
