/// <reference lib="webworker" />
import type { BoardAnswer, BoardCall } from './board';
import type { Board } from './pkg/board';

const boards = new Map<number, Board>();
type Rules = typeof import('./pkg/board');

let loading: Promise<Rules> | undefined;

/** How long after the rules could not be loaded the worker stops, so that the page starts another one, in milliseconds. */
const STOP_AFTER_MS = 5_000;

/**
 * Loads the rules. A static import would be a top-level await, during which messages are lost. A browser keeps the failure of a module for
 * as long as the worker lives, so that only another worker can load it again.
 */
function rules(): Promise<Rules> {
  loading ??= import('./pkg/board').catch((error: unknown) => {
    setTimeout(() => {
      reportError(error);
      self.close();
    }, STOP_AFTER_MS);
    throw error;
  });
  return loading;
}

self.onmessage = async (event: MessageEvent<BoardCall>) => {
  const { id } = event.data;
  try {
    const output = run(event.data, await rules());
    self.postMessage({ id, output } satisfies BoardAnswer);
  } catch (error) {
    self.postMessage({ id, error } satisfies BoardAnswer);
  }
};

function run(message: BoardCall, pkg: Rules): unknown {
  let board = boards.get(message.board);
  if (message.call === 'close') {
    board?.free();
    boards.delete(message.board);
    return undefined;
  }
  if (!board) {
    board = new pkg.Board();
    boards.set(message.board, board);
  }
  switch (message.call) {
    case 'load':
      return board.load(message.input);
    case 'filters':
      return board.filters();
    case 'query':
      return board.query(message.input);
    case 'runner':
      return board.runner(message.input.bib, message.input.calledOff);
    case 'followed':
      return board.followed(message.input);
    case 'offered':
      return board.offered(message.input.followed, message.input.link);
    case 'teams':
      return board.teams(message.input);
    case 'positions':
      return board.positions(message.input);
    case 'find':
      return board.find(message.input.search, message.input.day, message.input.now);
    case 'bytes':
      return board.bytes();
  }
}
