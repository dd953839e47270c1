/** The rules of the packet desk. They are in the board's module; a phone of the desk has one of its own besides the worker's. */
import type * as BoardPackage from './pkg/board';
import { withTimeLimit } from './watchdog';

type PacketRules = typeof BoardPackage;

let loaded: PacketRules | undefined;

/** Loads the rules; must be awaited before {@link packetRules}. */
export async function loadPacketRules(): Promise<PacketRules> {
  loaded ??= await withTimeLimit(import('./pkg/board'));
  return loaded;
}

/** The loaded rules. */
export function packetRules(): PacketRules {
  if (!loaded) throw new Error('The rules of the packet desk were called before they were loaded');
  return loaded;
}
