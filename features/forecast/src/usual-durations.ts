import type { JobDefinition } from "@mojob/core";
import { type Engine, LoopTurns } from "@mojob/core/engine";
import {
  FiguresSum,
  quantileOf,
  type Rollup,
  RollupGrain,
  RollupKind,
  type RollupQuery,
} from "@mojob/core/ports";
import { A_DAY_MS, A_MINUTE_MS } from "./forecast-request.ts";

/** Days that are looked back, further only for jobs of which too few runs have been found. */
const LOOKS = [1, 3, 8, 35] as const;
/** As many runs are enough to know how long they usually take. */
const ENOUGH_RUNS = 20;
const READ_AT_ONCE = 2000;
const IDS_AT_ONCE = 500;
const MOST_ROWS = 100_000;
const KEPT_MS = 10 * A_MINUTE_MS;

/** How long runs of jobs usually take. */
export interface UsualDurations {
  /** Whether sums of ended runs are kept. */
  readonly isKnown: boolean;
  /** The median in milliseconds; `null` where no run is known. */
  of(jobKey: string): number | null;
}

/** Reads how long runs of jobs usually take from the sums of ended runs, and keeps it for ten minutes. */
export class DurationReader {
  readonly #engine: Pick<Engine, "tenant" | "store" | "clock">;
  readonly #kept = new Map<string, { readonly ms: number | null; readonly atMs: number }>();

  constructor(engine: Pick<Engine, "tenant" | "store" | "clock">) {
    this.#engine = engine;
  }

  async read(jobs: readonly JobDefinition[]): Promise<UsualDurations> {
    const { tenant, store, clock } = this.#engine;
    const { position } = await store.rollups.state(tenant);
    const nowMs = clock.now().getTime();
    if (position !== null) {
      const keys = jobs.map(({ key }) => key);
      const asked = keys.filter((key) => nowMs - (this.#kept.get(key)?.atMs ?? -Infinity) > KEPT_MS);
      if (asked.length > 0) await this.#readAgain(asked, nowMs);
      if (this.#kept.size > 2 * keys.length + MOST_ROWS) this.#kept.clear();
    }
    return { isKnown: position !== null, of: (jobKey) => this.#kept.get(jobKey)?.ms ?? null };
  }

  async #readAgain(keys: readonly string[], nowMs: number): Promise<void> {
    const sums = new Map<string, FiguresSum>();
    const count = (key: string): number => sums.get(key)?.figures().duration.count ?? 0;
    const budget = { left: MOST_ROWS };
    const today = Math.floor(nowMs / A_DAY_MS) * A_DAY_MS;
    let before = today + A_DAY_MS;
    let wanted = keys;
    for (const days of LOOKS) {
      const from = today - days * A_DAY_MS;
      // Each look is for those that the one before left wanting.
      // oxlint-disable-next-line no-await-in-loop
      for await (const { id, figures } of this.#rows(wanted, from, before, budget)) {
        const sum = sums.get(id) ?? new FiguresSum();
        sums.set(id, sum.add(figures));
      }
      wanted = wanted.filter((key) => count(key) < ENOUGH_RUNS);
      before = from;
      if (wanted.length === 0 || budget.left <= 0) break;
    }
    for (const key of keys) {
      const duration = sums.get(key)?.figures().duration;
      this.#kept.set(key, { ms: duration === undefined ? null : quantileOf(duration, 0.5), atMs: nowMs });
    }
  }

  async *#rows(
    keys: readonly string[],
    fromMs: number,
    beforeMs: number,
    budget: { left: number },
  ): AsyncGenerator<Rollup, void, void> {
    const { tenant, store, clock } = this.#engine;
    const turns = LoopTurns.of(clock, tenant);
    for (let first = 0; first < keys.length; first += IDS_AT_ONCE) {
      const query: RollupQuery = {
        tenant,
        grain: RollupGrain.Day,
        kind: RollupKind.Job,
        from: new Date(fromMs),
        before: new Date(beforeMs),
        ids: keys.slice(first, first + IDS_AT_ONCE),
        limit: READ_AT_ONCE,
      };
      let after: RollupQuery["after"];
      for (;;) {
        const turn = turns.take();
        // oxlint-disable-next-line no-await-in-loop
        if (turn !== null) await turn;
        // oxlint-disable-next-line no-await-in-loop
        const rows = await store.rollups.list(after === undefined ? query : { ...query, after });
        yield* rows;
        budget.left -= rows.length;
        after = rows.at(-1);
        if (rows.length < READ_AT_ONCE || after === undefined) break;
        if (budget.left <= 0) return;
      }
    }
  }
}
