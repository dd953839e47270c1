/** The board of the venue: in this thread, since a screen asks it for few lines. */
import { type FreshBoard, part } from '@/api';
import { type AnnouncerList, loadVenueRules, type VenueBoard } from '@/core';

/** An opened board. */
export interface OpenedVenue extends FreshBoard {
  /**
   * Asks the board; undefined once it is closed, and while nothing is loaded. The board changes in place: `version` is that of what is asked
   * about, so that a memoized answer depends on it.
   */
  ask: <T>(version: string | undefined, question: (board: VenueBoard) => T) => T | undefined;
  /** Gives the board what only the announcer knows; undefined once it is closed. */
  takePeople: (bytes: Uint8Array) => AnnouncerList | undefined;
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
    filters: async () => opened().filters(),
    bytes: async () => opened().bytes(),
    ask: (version, question) => (board && version !== undefined ? question(board) : undefined),
    takePeople: (bytes) => board?.takePeople(bytes),
    close: () => {
      board?.free();
      board = undefined;
    },
  };
}
