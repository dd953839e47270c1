/** The rules of the packet desk, in a module of their own. */

import { rules } from './load';
import type * as PacketPackage from './pkg/packets';

type PacketRules = typeof PacketPackage;

const packets = rules<PacketRules>('packet desk', () => import('./pkg/packets'));

/** Loads the rules; must be awaited before {@link packetRules}. */
export const loadPacketRules = packets.load;

/** The loaded rules. */
export const packetRules = packets.get;
