/** The board of the venue: in this thread, since a screen asks it for few lines. */
import { type FreshBoard, part } from '@/api';
import { loadVenueRules, type VenueBoard } from '@/core';

/** An opened board. */
export interface OpenedVenue extends FreshBoard {
  /** Asks the board; undefined once it is closed. */
  ask: <T>(question: (board: VenueBoard) => T) => T | undefined;
}

/** Opens an empty board. */
export async function openVenue(): Promise<OpenedVenue> {
  const { VenueBoard } = await part(loadVenueRules);
  let board: VenueBoard | undefined = new VenueBoard();
  const opened = () => {
    if (!board) throw new Error('The board is closed');
    return board;
  };
  return {
    load: async (bytes) => opened().load(bytes),
    bytes: async () => opened().bytes(),
    ask: (question) => board && question(board),
    close: () => {
      board?.free();
      board = undefined;
    },
  };
}
