import type { ActLink } from "../model/history/act-link.ts";
import type { ChainBreak } from "../scheduler/history/audit-service.ts";
import type { ChainEnd, ChainRoll } from "./chain-ends.ts";

/** A process that is killed right after its first entries has not written where its chain ends. */
const MOST_WITHOUT_END = 10;

export interface FoundEnds {
  readonly heads: ReadonlyMap<string, ChainEnd>;
  readonly cuts: ReadonlyMap<string, ChainEnd>;
  readonly roll: ChainRoll | null;
  /** The chains that are on the roll also after all was read: others were forgotten meanwhile. */
  readonly known: ReadonlySet<string>;
  readonly begun: Date | null;
  readonly chains: ReadonlyMap<string, ReadonlyMap<number, ActLink>>;
  /** Whether this process knows what is sealed from what is not. */
  readonly hasKeys: boolean;
}

/** The faults in where chains begin, end and were cut: chains that are missing, and places that were written without the key. */
export function* breaksOfPlaces(found: FoundEnds): Generator<ChainBreak> {
  const { heads, roll, known, begun, chains, hasKeys } = found;
  for (const [writer, chain] of chains)
    if (!heads.has(writer) && chain.size > MOST_WITHOUT_END) yield broken(writer, chain.size, "missing");
  if (roll === null) {
    // Without a roll there was no seal yet, so somebody has removed it.
    if ([...heads.values()].some(({ isSealed }) => isSealed)) yield broken(null, null, "missing");
    return;
  }
  if (hasKeys && !roll.isSealed) yield broken(null, null, "changed");
  if (roll.begun?.getTime() !== begun?.getTime()) yield broken(null, null, "changed");
  for (const [writer, { n, hash }] of roll.places) {
    const [head, link] = [heads.get(writer), chains.get(writer)?.get(n)];
    if (known.has(writer) && (head === undefined || head.n < n)) yield broken(writer, n, "missing");
    if (link !== undefined && link.hash !== hash) yield broken(writer, n, "changed");
  }
  if (hasKeys && roll.isSealed) yield* unsealed(found, roll);
}

/** Places that have lost their seal. A process without the key seals none: its chains are not on the roll as sealed ones. */
function* unsealed({ heads, cuts }: FoundEnds, roll: ChainRoll): Generator<ChainBreak> {
  for (const [writer, { n, isSealed }] of heads)
    if (!isSealed && roll.places.get(writer)?.isSealed === true) yield broken(writer, n, "changed");
  for (const [writer, { n, isSealed }] of cuts)
    if (!isSealed && n !== roll.cuts.get(writer)) yield broken(writer, n, "changed");
}

function broken(writer: string | null, n: number | null, reason: ChainBreak["reason"]): ChainBreak {
  return { writer, n, actId: null, reason };
}
