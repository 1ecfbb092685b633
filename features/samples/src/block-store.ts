import type { IMoJobScheduleMetadataStore, IMoRecordStore } from "@mojob/core/ports";
import { type KeptPoint, pack, rollUp, unpack } from "./kept-point.ts";
import type { SampleTier } from "./sample-options.ts";
import { BLOCK_RECORDS, type BlockField, type KeptBlock } from "./sample-records.ts";

/** Blocks of one series that are read at once: all of its longest step. */
const MOST_BLOCKS = 100;

/** A time, from its beginning on and before its end. */
export interface Stretch {
  readonly fromMs: number;
  readonly beforeMs: number;
}

/** Keeps the points of series, in records that each hold those of a stretch of time. */
export class BlockStore {
  readonly #tenant: string;
  readonly #blocks: IMoRecordStore<KeptBlock, BlockField>;

  constructor(tenant: string, store: Pick<IMoJobScheduleMetadataStore, "records">) {
    this.#tenant = tenant;
    this.#blocks = store.records(BLOCK_RECORDS);
  }

  /**
   * Adds points that are later than all that their blocks have: what is there already is not added twice. Resolves to whether nobody else
   * wrote meanwhile; what was not written then can be added again.
   */
  async append(
    series: string,
    { step, blockMs }: SampleTier,
    points: readonly KeptPoint[],
  ): Promise<boolean> {
    const parts = [...Map.groupBy(points, ({ atMs }) => Math.floor(atMs / blockMs) * blockMs)];
    if (parts.length === 0) return true;
    const ids = parts.map(([startsMs]) => idOf(series, step, startsMs));
    const kept = await this.#blocks.get(this.#tenant, ids);
    const changed = parts.flatMap(([startsMs, ofBlock], index): readonly KeptBlock[] => {
      const before = kept[index] ?? null;
      const latest = before?.points.at(-1)?.[0] ?? -Infinity;
      const added = ofBlock.filter(({ atMs }) => atMs > latest).map(pack);
      if (added.length === 0) return [];
      return [
        {
          tenant: this.#tenant,
          id: ids[index] ?? "",
          series,
          step,
          startsAt: new Date(startsMs),
          revision: (before?.revision ?? 0) + 1,
          points: [...(before?.points ?? []), ...added],
        },
      ];
    });
    return changed.length === 0 || (await this.#blocks.put(changed)).every(Boolean);
  }

  /** The points of a time, the earliest first. */
  async read(
    series: string,
    { step, blockMs }: SampleTier,
    { fromMs, beforeMs }: Stretch,
  ): Promise<readonly KeptPoint[]> {
    const from = new Date(Math.floor(fromMs / blockMs) * blockMs);
    const blocks = await this.#blocks.find({
      tenant: this.#tenant,
      where: { series, step, startsAt: { from, before: new Date(beforeMs) } },
      order: ["startsAt"],
      limit: MOST_BLOCKS,
    });
    return blocks
      .flatMap(({ points }) => points.map(unpack))
      .filter(({ atMs }) => atMs >= fromMs && atMs < beforeMs);
  }

  /** The end of what a step has of a series; `null` where it has nothing. */
  async endOf(series: string, { step, everyMs }: SampleTier): Promise<number | null> {
    const [latest] = await this.#blocks.find({
      tenant: this.#tenant,
      where: { series, step },
      order: ["startsAt"],
      descending: true,
      limit: 1,
    });
    const last = latest?.points.at(-1)?.[0] ?? null;
    return last === null ? null : last + everyMs;
  }

  /**
   * The points of a time in steps of the last of these tiers. What has not been rolled up yet is made of the finer ones, so that the step under
   * way is there, too.
   */
  async readAll(
    series: string,
    tiers: readonly SampleTier[],
    stretch: Stretch,
  ): Promise<readonly KeptPoint[]> {
    const tier = tiers.at(-1);
    if (tier === undefined) return [];
    const kept = await this.read(series, tier, stretch);
    if (tier.everyMs === 0) return kept;
    const last = kept.at(-1);
    const fromMs = last === undefined ? floorTo(stretch.fromMs, tier.everyMs) : last.atMs + tier.everyMs;
    if (fromMs >= stretch.beforeMs) return kept;
    const finer = await this.readAll(series, tiers.slice(0, -1), { ...stretch, fromMs });
    return [...kept, ...rollUp(finer, tier.everyMs)];
  }

  /** Removes what is older than its step is kept. */
  async trim(tiers: readonly SampleTier[], now: Date): Promise<void> {
    for (const { step, keptMs, blockMs } of tiers) {
      const before = new Date(now.getTime() - keptMs - blockMs);
      // oxlint-disable-next-line no-await-in-loop
      await this.#blocks.remove(this.#tenant, { step, startsAt: { before } });
    }
  }

  async removeSeries(series: string): Promise<void> {
    await this.#blocks.remove(this.#tenant, { series });
  }
}

export function floorTo(ms: number, everyMs: number): number {
  return Math.floor(ms / everyMs) * everyMs;
}

function idOf(series: string, step: string, startsMs: number): string {
  return `${series}/${step}/${startsMs}`;
}
