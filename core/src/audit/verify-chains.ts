import { type Act, ActKind } from "../model/history/act.ts";
import { type ActLink, isLinkOf, type LinkedAct } from "../model/history/act-link.ts";
import { isIntent, outcomeIdOf } from "../model/history/intent.ts";
import type { IMoHistoryStore } from "../ports/history-store.ts";
import { pagesOf } from "../ports/page.ts";
import type { AuditHeads, AuditVerdict, ChainBreak } from "../scheduler/history/audit-service.ts";
import { type ChainEnd, ChainEnds } from "./chain-ends.ts";
import { breaksOfKept, headsToReach, type KeptHeadsOptions } from "./kept-heads.ts";
import { breaksOfPlaces } from "./verify-ends.ts";

const PAGE_SIZE = 1000;

export interface VerifyChainsOptions extends KeptHeadsOptions {
  readonly store: { readonly history: Pick<IMoHistoryStore, "listLinked"> };
  /** Heads that were kept outside the store. @default none */
  readonly kept?: readonly AuditHeads[];
}

/** Chains as they are found, by writer and place. */
type Chains = Map<string, Map<number, ActLink>>;

/**
 * Reads all acts of a tenant and checks that each is as it was appended, and that none is missing.
 * @throws MoJobError `invalid_argument` for heads that nobody can have kept
 */
export async function verifyChains(options: VerifyChainsOptions): Promise<AuditVerdict> {
  const places = new ChainEnds(options);
  const toReach = await headsToReach(options.kept ?? [], options);
  // Before the acts: what is appended while these are read is in no end that is known here.
  // The roll first: it names no place that the heads which are read after it have not reached.
  const roll = await places.roll();
  const [heads, begun] = [await places.heads(), await places.begun()];
  const chains: Chains = new Map();
  const breaks: ChainBreak[] = [];
  const intents = new Set<string>();
  const outcomes = new Set<string>();
  let [entries, unchained] = [0, 0];
  for await (const linked of allActs(options)) {
    entries += 1;
    if (isIntent(linked.act)) intents.add(outcomeIdOf(linked.act.id));
    else if (linked.act.kind === ActKind.Call) outcomes.add(linked.act.id);
    if (linked.links.length === 0) {
      if (begun === null || linked.act.at < begun) unchained += 1;
      else breaks.push({ writer: null, n: null, actId: linked.act.id, reason: "unlinked" });
    }
    if (linked.isMisfiled === true)
      breaks.push({ writer: null, n: null, actId: linked.act.id, reason: "changed" });
    for (const link of linked.links) {
      const found = await take(chains, link, linked.act);
      if (found !== null) breaks.push(found);
    }
  }
  // After them: what is removed because of its age while they are read is no gap.
  const cuts = await places.cuts();
  const known = new Set((await places.roll())?.places.keys());
  breaks.push(...breaksOfPlaces({ heads, cuts, roll, known, begun, chains, hasKeys: places.hasKeys }));
  breaks.push(...breaksOfKept(toReach, heads, chains));
  for (const writer of new Set([...heads.keys(), ...chains.keys()])) {
    const bounds = { writer, head: heads.get(writer) ?? null, cut: cuts.get(writer) ?? null };
    breaks.push(...breaksOf(bounds, chains.get(writer) ?? new Map<number, ActLink>()));
  }
  const [firstBreak = null] = breaks.toSorted(inOrder);
  return {
    ok: firstBreak === null,
    entries,
    unchained,
    writers: chains.size,
    firstBreak,
    isSealed: roll?.isSealed === true && [...heads.values()].every(({ isSealed }) => isSealed),
    unknownOutcomes: intents.difference(outcomes).size,
  };
}

async function* allActs({ tenant, store }: VerifyChainsOptions): AsyncGenerator<LinkedAct> {
  for await (const acts of pagesOf((page) => store.history.listLinked(tenant, page), PAGE_SIZE)) yield* acts;
}

/** Puts a link into its chain; returns what is wrong with it. */
async function take(chains: Chains, link: ActLink, act: Act): Promise<ChainBreak | null> {
  const { writer, n } = link;
  const chain = chains.get(writer) ?? new Map<number, ActLink>();
  const isTaken = chain.has(n);
  chains.set(writer, chain.set(n, link));
  const broken = { writer, n, actId: act.id };
  if (isTaken) return { ...broken, reason: "order" };
  return (await isLinkOf(link, act)) ? null : { ...broken, reason: "changed" };
}

/** The links that are missing in a chain, and those that do not follow on the link before. */
function* breaksOf(
  {
    writer,
    head,
    cut,
  }: { readonly writer: string; readonly head: ChainEnd | null; readonly cut: ChainEnd | null },
  chain: ReadonlyMap<number, ActLink>,
): Generator<ChainBreak> {
  const cutAt = cut?.n ?? 0;
  const last = Math.max(head?.n ?? 0, lastOf(chain));
  for (let n = 1; n <= last; n += 1) {
    const link = chain.get(n);
    if (link === undefined) {
      // Those of before the cut are removed by and by; of those behind the end that is known here, some may have come meanwhile.
      if (n > cutAt && n <= (head?.n ?? 0)) yield { writer, n, actId: null, reason: "missing" };
      continue;
    }
    if (head !== null && n === head.n && link.hash !== head.hash)
      yield { writer, n, actId: link.act, reason: "changed" };
    const before = chain.get(n - 1);
    const prev = before?.hash ?? (n === 1 ? "" : n - 1 === cutAt ? cut?.hash : undefined);
    if (prev !== undefined && prev !== link.prev) yield { writer, n, actId: link.act, reason: "order" };
  }
}

function lastOf(chain: ReadonlyMap<number, ActLink>): number {
  let last = 0;
  for (const n of chain.keys()) last = Math.max(last, n);
  return last;
}

/** By chain, the oldest first, and by place; acts of no chain are last. */
function inOrder(one: ChainBreak, other: ChainBreak): number {
  if (one.writer !== other.writer) {
    if (one.writer === null) return 1;
    if (other.writer === null) return -1;
    return one.writer < other.writer ? -1 : 1;
  }
  return (one.n ?? 0) - (other.n ?? 0);
}
