import type { Clock } from "../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import type { JsonValue } from "../base/json.ts";
import type { KeyRing } from "../base/sealing/key-ring.ts";
import type { ActLink } from "../model/history/act-link.ts";
import type { AuditHead, AuditHeads, ChainBreak } from "../scheduler/history/audit-service.ts";
import { ACTS_KEPT_MS } from "./acts-kept.ts";
import { type ChainEnd, ChainEnds, type ChainEndsOptions } from "./chain-ends.ts";
import { ChainSeals } from "./chain-seals.ts";

/** In one part, which as a line of JSON stays below a fifth of what a request may have. */
export const MOST_HEADS = 1000;

export interface KeptHeadsOptions extends ChainEndsOptions {
  readonly clock: Clock;
}

/** Reads where all chains end, and seals it in parts, so that each can be kept outside the store and sent back. */
export async function headsToKeep(options: KeptHeadsOptions): Promise<readonly AuditHeads[]> {
  const { tenant, keys = null, clock } = options;
  const [at, ends, seals] = [clock.now(), await new ChainEnds(options).ends(), new ChainSeals(tenant, keys)];
  const parts = Array.from({ length: Math.max(1, Math.ceil(ends.length / MOST_HEADS)) }, async (_, part) => {
    const kept = { tenant, at, heads: ends.slice(part * MOST_HEADS, (part + 1) * MOST_HEADS) };
    const seal = await seals.seal("kept", sealedOf(kept));
    return { ...kept, ...(seal !== null && { seal }) };
  });
  return Promise.all(parts);
}

/**
 * The heads that a chain has to reach. Those of chains that may have been forgotten because of their age are left out.
 * @throws MoJobError `invalid_argument` where they are of another tenant, or not as they were sealed
 */
export async function headsToReach(
  kept: readonly AuditHeads[],
  { tenant, keys = null, clock }: KeptHeadsOptions,
): Promise<readonly AuditHead[]> {
  for (const heads of kept) {
    if (heads.tenant !== tenant) throw refused(heads, `those of the tenant "${tenant}" are wanted`);
    // A few lines, each unsealed once.
    // oxlint-disable-next-line no-await-in-loop
    if (!(await isAsSealed(heads, keys))) throw refused(heads, "they are not as they were sealed");
  }
  const since = clock.now().getTime() - ACTS_KEPT_MS;
  return kept.flatMap(({ heads }) => heads).filter(({ at }) => at.getTime() >= since);
}

/** Which chains were put back to before a head that was kept, or are others since. */
export function* breaksOfKept(
  kept: readonly AuditHead[],
  heads: ReadonlyMap<string, ChainEnd>,
  chains: ReadonlyMap<string, ReadonlyMap<number, ActLink>>,
): Generator<ChainBreak> {
  for (const { writer, n, hash } of kept) {
    const head = heads.get(writer);
    const link = chains.get(writer)?.get(n);
    if (head === undefined || head.n < n) yield { writer, n, actId: null, reason: "put_back" };
    else if ((link !== undefined && link.hash !== hash) || (head.n === n && head.hash !== hash))
      yield { writer, n, actId: link?.act ?? null, reason: "changed" };
  }
}

/** Without the key, or a seal, they are what the one says who kept them. */
async function isAsSealed(heads: AuditHeads, keys: KeyRing | null): Promise<boolean> {
  const { tenant, seal } = heads;
  if (seal === undefined || keys?.has(seal.key) !== true) return true;
  return new ChainSeals(tenant, keys).isSealed("kept", sealedOf(heads), seal);
}

function sealedOf({ at, heads }: AuditHeads): JsonValue {
  return {
    at: at.toISOString(),
    heads: heads.map(({ writer, n, hash, at: since }) => ({ writer, n, hash, at: since.toISOString() })),
  };
}

function refused({ tenant, at }: AuditHeads, why: string): MoJobError {
  const of = `the heads of "${tenant}" of ${at.toISOString()}`;
  return new MoJobError(MoJobErrorCode.InvalidArgument, `Cannot verify by ${of}: ${why}`);
}
