import type { JobInstance } from "@mojob/core/ports";
import { documentId } from "../documents/instance-document.ts";

interface Held {
  /** `null` for a part of another run. */
  readonly jobKey: string | null;
  readonly lane: string;
  readonly slot: number | null;
}

/** More runs under way than this are forgotten: settling those takes a look-up. */
const MOST_HELD = 100_000;

/** The slots of one lane, as far as this process knows. */
interface LaneSlots {
  readonly taken: Set<number>;
  /** The limit they were last looked up for. */
  limit: number;
}

/**
 * Guesses which slots are free, so that an admission picks a free one at the first try: from those that this process took and gave back
 * itself, and those that it last read of others. It only ever proposes; the unique index decides.
 */
export class SlotGuesses {
  readonly #lanes = new Map<string, LaneSlots>();
  readonly #held = new Map<string, Held>();

  /**
   * Free slots for `count` runs, lowest first, or fewer; `null` where it does not know enough: the lane is new to it, its
   * limit is another than before, or a run beyond the limit still holds one.
   */
  propose(tenant: string, lane: string, limit: number, count: number): readonly number[] | null {
    const slots = this.#lanes.get(documentId(tenant, lane));
    if (slots === undefined || slots.limit !== limit) return null;
    return freeSlots(slots.taken, limit, count);
  }

  /** Takes over the slots that the store shows as taken now. */
  learn(tenant: string, lane: string, limit: number, taken: readonly number[]): void {
    this.#lanes.set(documentId(tenant, lane), { taken: new Set(taken), limit });
  }

  forget(tenant: string, lane: string): void {
    this.#lanes.delete(documentId(tenant, lane));
  }

  /** Counts these as taken until a later call says otherwise: another admission may be on its way beside this one. */
  reserve(tenant: string, lane: string, slots: readonly number[]): void {
    const known = this.#lanes.get(documentId(tenant, lane));
    for (const slot of slots) known?.taken.add(slot);
  }

  took({ tenant, id, jobKey, lane, slot, part }: JobInstance): void {
    if (this.#held.size >= MOST_HELD) this.#held.clear();
    this.#held.set(documentId(tenant, id), { jobKey: part === null ? jobKey : null, lane, slot });
    if (slot !== null) this.#lanes.get(documentId(tenant, lane))?.taken.add(slot);
  }

  /** The job of a run this process admitted, by which it expires; a part has none, because it is kept as long as the whole. */
  jobOf(tenant: string, id: string): string | null {
    return this.#held.get(documentId(tenant, id))?.jobKey ?? null;
  }

  /** The run left Processing. */
  gaveBack(tenant: string, id: string): void {
    const run = documentId(tenant, id);
    const held = this.#held.get(run);
    if (held === undefined) return;
    this.#held.delete(run);
    if (held.slot !== null) this.#lanes.get(documentId(tenant, held.lane))?.taken.delete(held.slot);
  }
}

/** As many as there is room for: runs that hold slots beyond a lowered limit count too. */
export function freeSlots(taken: ReadonlySet<number>, limit: number, count: number): readonly number[] {
  const room = Math.min(count, limit - taken.size);
  const free: number[] = [];
  for (let slot = 0; slot < limit && free.length < room; slot += 1) if (!taken.has(slot)) free.push(slot);
  return free;
}

/** The same, each picked by chance: processes that race for few slots then seldom want the same ones. */
export function randomFreeSlots(taken: ReadonlySet<number>, limit: number, count: number): readonly number[] {
  const free = [...freeSlots(taken, limit, limit)];
  for (let index = free.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1));
    [free[index], free[other]] = [free[other] as number, free[index] as number];
  }
  return free.slice(0, count);
}
