import { type Duty, type Engine, type SampleStep } from "@mojob/core/engine";
import type { DutyPass } from "@mojob/core/feature";
import type { ExecutorRecord } from "@mojob/core/ports";
import { acceptedSamples } from "./accepted-samples.ts";
import { BlockStore, floorTo } from "./block-store.ts";
import { pointOf, rollUp } from "./kept-point.ts";
import { type KeptSamples, type SampleTier, tiersOf } from "./sample-options.ts";
import type { KeptSeries } from "./sample-records.ts";
import { SeriesStore } from "./series-store.ts";

const EVERY_MS = 60_000;
/** What is there at a start is shown soon. */
const FIRST_IN_MS = 10_000;
/** A worker that fell silent is looked at for so long: its last heartbeat may have samples that were not kept. */
const SILENT_MS = 5 * 60_000;
/** Samples may come so late. */
const LATE_MS = 2 * 60_000;
/** Of a worker that has been gone for so long the last day is over. */
const OVER_MS = 2 * 24 * 3_600_000;
const TRIM_EVERY_MS = 3_600_000;

export interface SampleDutyOptions extends Pick<Engine, "tenant" | "store" | "clock"> {
  readonly kept: KeptSamples;
}

/** Keeps the samples that heartbeats have, rolls them up, and keeps all of it within bounds. */
export class SampleDuty implements Duty {
  readonly name = "sample";
  readonly everyMs: number = EVERY_MS;
  readonly firstInMs: number = FIRST_IN_MS;
  readonly #options: SampleDutyOptions;
  readonly #series: SeriesStore;
  readonly #blocks: BlockStore;
  readonly #tiers: readonly SampleTier[];
  /** Up to when each step of each series is rolled up, as far as this process knows. */
  readonly #rolledMs = new Map<string, ReadonlyMap<SampleStep, number>>();
  #trimAtMs = 0;

  constructor(options: SampleDutyOptions) {
    const { tenant, store, kept } = options;
    this.#options = options;
    this.#series = new SeriesStore(tenant, store);
    this.#blocks = new BlockStore(tenant, store);
    this.#tiers = tiersOf(kept);
  }

  async run(signal: AbortSignal): Promise<DutyPass> {
    const { tenant, store, clock } = this.#options;
    const now = clock.now();
    const executors = await store.executors.list(tenant, new Date(now.getTime() - SILENT_MS));
    const measuring = executors.filter(({ samples = [] }) => samples.length > 0);
    const all = [...(await this.#series.all())];
    const present = new Set(executors.map(({ id }) => id));
    for (const executor of measuring) {
      if (signal.aborted) break;
      // Which series are taken follows from those before.
      // oxlint-disable-next-line no-await-in-loop
      await this.#keep(executor, all, present, now);
    }
    let isRolledUp = true;
    for (const series of all) {
      if (signal.aborted) break;
      // oxlint-disable-next-line no-await-in-loop
      if (!this.#isOver(series, now) && !(await this.#rollUp(series.id, now))) isRolledUp = false;
    }
    // What no coarser step has yet is not old, whatever its time: nobody may have been there to roll it up.
    if (isRolledUp && !signal.aborted) await this.#trim(now);
    return { nextInMs: EVERY_MS, slackMs: Number.POSITIVE_INFINITY };
  }

  /** Keeps what is new of a worker. */
  async #keep(
    executor: ExecutorRecord,
    all: KeptSeries[],
    present: ReadonlySet<string>,
    now: Date,
  ): Promise<void> {
    const [finest] = this.#tiers;
    if (finest === undefined) return;
    const samples = acceptedSamples(executor.samples, new Date(now.getTime() - finest.keptMs), now);
    if (samples.length === 0) return;
    const series = this.#series.seriesFor(executor, all, present, now);
    const index = all.findIndex(({ id }) => id === series.id);
    if (index < 0 && !(await this.#makeRoom(all, present))) return;
    if (!(await this.#series.put(series))) return;
    if (index < 0) all.push(series);
    else all[index] = series;
    await this.#blocks.append(series.id, finest, samples.map(pointOf));
  }

  /** Forgets the worker that was seen least lately, where there are as many as may be; resolves to whether there is room for one more. */
  async #makeRoom(all: KeptSeries[], present: ReadonlySet<string>): Promise<boolean> {
    if (all.length < this.#options.kept.workers) return true;
    const [oldest] = all
      .filter(({ worker }) => !present.has(worker))
      .toSorted((a, b) => a.seenAt.getTime() - b.seenAt.getTime());
    if (oldest === undefined) return false;
    await this.#forget(oldest.id);
    all.splice(all.indexOf(oldest), 1);
    return true;
  }

  async #forget(id: string): Promise<void> {
    await this.#blocks.removeSeries(id);
    await this.#series.remove(id);
    this.#rolledMs.delete(id);
  }

  /** Whether nothing of a worker that is gone is left to roll up. */
  #isOver({ id, seenAt }: KeptSeries, now: Date): boolean {
    return this.#rolledMs.has(id) && now.getTime() - seenAt.getTime() > OVER_MS;
  }

  /**
   * Rolls up the steps that are over: each tier from the one before it, from where it ends. Resolves to whether all of it is; another process
   * may have been faster.
   */
  async #rollUp(series: string, now: Date): Promise<boolean> {
    let closedMs = now.getTime() - LATE_MS;
    const known = this.#rolledMs.get(series);
    const rolled = new Map(known);
    for (const [index, tier] of this.#tiers.entries()) {
      const finer = this.#tiers[index - 1];
      if (finer === undefined) continue;
      closedMs = floorTo(closedMs, tier.everyMs);
      if (known?.get(tier.step) === closedMs) break;
      // Each tier is made of what the one before it has by now.
      // oxlint-disable-next-line no-await-in-loop
      const stretch = { fromMs: (await this.#blocks.endOf(series, tier)) ?? 0, beforeMs: closedMs };
      // oxlint-disable-next-line no-await-in-loop
      const points = await this.#blocks.read(series, finer, stretch);
      // oxlint-disable-next-line no-await-in-loop
      if (!(await this.#blocks.append(series, tier, rollUp(points, tier.everyMs)))) return false;
      rolled.set(tier.step, closedMs);
    }
    this.#rolledMs.set(series, rolled);
    return true;
  }

  /** Removes what is kept no longer, once an hour. */
  async #trim(now: Date): Promise<void> {
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs < this.#trimAtMs) return;
    await this.#blocks.trim(this.#tiers, now);
    const keptMs = this.#tiers.at(-1)?.keptMs ?? 0;
    for (const { id, seenAt } of await this.#series.all())
      // oxlint-disable-next-line no-await-in-loop
      if (now.getTime() - seenAt.getTime() > keptMs) await this.#forget(id);
    this.#trimAtMs = nowMs + TRIM_EVERY_MS;
  }
}
