import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test, vi } from 'vitest';
import { type AsyncBoard, loadCore, type TeamsPage } from '@/core';
import { Teams } from './Teams';

beforeAll(() => loadCore());

const line = (number: number) => ({
  place: `${number}`,
  name: `Team ${number}`,
  sum: '2:00:00',
  finishers: '3 finishers',
  counted: [],
});

/** The panel with a board that answers with so many of the teams as it is asked for. */
function shown(teams: AsyncBoard['teams']) {
  const board = { teams } as AsyncBoard;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Teams board={board} version="e-1" distance="10K" team="" onTeam={() => undefined} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

test('the board is asked only while the standing is open, and what is loaded is announced as loading', async () => {
  let answer: (page: TeamsPage) => void = () => undefined;
  const teams = vi.fn(() => new Promise<TeamsPage>((resolve) => (answer = resolve)));
  const user = shown(teams);
  expect(teams).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Show the standing' }));
  expect(await screen.findByText('Loading the teams')).toBeTruthy();
  await expect.poll(() => teams.mock.calls.length).toBe(1);
  answer({ rule: 'The rule.', contests: [], empty: 'No runner of this distance is in a team.' });
  expect(await screen.findByText('No runner of this distance is in a team.')).toBeTruthy();
  expect(screen.queryByText('Loading the teams')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Hide the standing', expanded: true }));
  expect(screen.queryByText('The rule.')).toBeNull();
});

test('of many teams more are shown by a press, and the focus goes to the first of them', async () => {
  const user = shown(async ({ count }) => {
    const teams = Array.from({ length: Math.min(count, 30) }, (_, i) => line(i + 1));
    return { rule: '', contests: [{ distance: '10K', state: '', total: 30, teams }], empty: '' };
  });
  await user.click(screen.getByRole('button', { name: 'Show the standing' }));
  expect(await screen.findByText(/20 of 30 teams/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show more teams' }));
  expect(await screen.findByRole('button', { name: 'Team 30' })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Team 21');
  expect(screen.queryByRole('button', { name: 'Show more teams' })).toBeNull();
});
