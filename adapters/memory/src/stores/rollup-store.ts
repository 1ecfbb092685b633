import {
  addFigures,
  addNumbers,
  generationFor,
  type IMoRollupStore,
  NO_ROLLUPS,
  numbersOf,
  type Rollup,
  type RollupBatch,
  type RollupDraft,
  type RollupFigures,
  type RollupGrain,
  type RollupNumbers,
  type RollupQuery,
  type RollupState,
  type RollupTally,
  type RollupTallyQuery,
  stateAfter,
  stretchesOf,
  withDraft,
  withoutDraft,
} from "@mojob/core/ports";
import { isWithin, RollupRows } from "../rows/rollup-rows.ts";
import type { StoreParts } from "./store-parts.ts";

interface KeptRollups {
  state: RollupState;
  readonly generations: Map<number, RollupRows>;
}

/** Keeps sums of ended runs in memory. */
export class RollupStoreInMemory implements IMoRollupStore {
  readonly #parts: StoreParts;
  readonly #tenants = new Map<string, KeptRollups>();

  readonly #numbers = new WeakMap<RollupFigures, RollupNumbers>();

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async state(tenant: string): Promise<RollupState> {
    return this.#of(tenant).state;
  }

  async add(batch: RollupBatch): Promise<boolean> {
    const kept = this.#of(batch.tenant);
    const next = stateAfter(kept.state, batch);
    if (next === null) return false;
    for (const row of batch.rows) {
      const rows = rowsOf(kept, generationFor(kept.state, row, batch.isDraft));
      const stored = rows.get(row);
      rows.set(stored === undefined ? row : { ...row, figures: addFigures(stored.figures, row.figures) });
    }
    kept.state = next;
    return true;
  }

  async list(query: RollupQuery): Promise<readonly Rollup[]> {
    const { state, generations } = this.#of(query.tenant);
    // The stretches follow each other, so that what is found in one comes before what is found in the next.
    return stretchesOf(state)
      .flatMap((stretch) => generations.get(stretch.number)?.find(query, stretch) ?? [])
      .slice(0, query.limit);
  }

  async tally(query: RollupTallyQuery): Promise<readonly RollupTally[] | null> {
    const { state, generations } = this.#of(query.tenant);
    const sums = new Map<string, RollupTally>();
    let left = query.limit;
    for (const stretch of stretchesOf(state)) {
      for (const time of query.times) {
        const rows =
          generations.get(stretch.number)?.find({ ...query, ...time, limit: left + 1 }, stretch) ?? [];
        left -= rows.length;
        if (left < 0) return null;
        for (const { app, id, figures } of rows) {
          const name = `${app}\n${id}`;
          const sum = sums.get(name);
          const numbers = this.#numbersOf(figures);
          sums.set(name, { app, id, ...(sum === undefined ? numbers : addNumbers(sum, numbers)) });
        }
      }
    }
    return [...sums.values()];
  }

  async beginDraft(tenant: string, draft: Pick<RollupDraft, "since" | "position" | "at">): Promise<boolean> {
    return this.#change(tenant, (state) => withDraft(state, draft));
  }

  async draftDays(tenant: string): Promise<readonly Rollup[]> {
    const { state, generations } = this.#of(tenant);
    const rows = generations.get(state.draft?.number ?? -1)?.all() ?? [];
    return [...rows].filter(({ grain, kind }) => grain === "day" && kind === "tenant");
  }

  async endDraft(tenant: string, isTaken: boolean): Promise<boolean> {
    return this.#change(tenant, (state) => withoutDraft(state, isTaken));
  }

  async remove(tenant: string, grain: RollupGrain, before: Date, limit: number): Promise<number> {
    const { state, generations } = this.#of(tenant);
    const stretches = stretchesOf(state);
    let removed = 0;
    for (const [number, rows] of generations) {
      const isInForce = (row: Rollup): boolean =>
        number === state.draft?.number ||
        stretches.some((stretch) => stretch.number === number && isWithin(row.at, stretch));
      for (const row of rows.all()) {
        if (removed === limit) return removed;
        if (row.grain !== grain || (row.at >= before && isInForce(row))) continue;
        rows.delete(row);
        removed += 1;
      }
    }
    return removed;
  }

  #numbersOf(figures: RollupFigures): RollupNumbers {
    const found = this.#numbers.get(figures) ?? numbersOf(figures);
    this.#numbers.set(figures, found);
    return found;
  }

  #change(tenant: string, change: (state: RollupState) => RollupState | null): boolean {
    const kept = this.#of(tenant);
    const next = change(kept.state);
    if (next !== null) kept.state = next;
    return next !== null;
  }

  #of(tenant: string): KeptRollups {
    this.#parts.lifetime.assertOpen();
    let kept = this.#tenants.get(tenant);
    if (kept === undefined) this.#tenants.set(tenant, (kept = { state: NO_ROLLUPS, generations: new Map() }));
    return kept;
  }
}

function rowsOf({ generations }: KeptRollups, number: number): RollupRows {
  const rows = generations.get(number) ?? new RollupRows();
  generations.set(number, rows);
  return rows;
}
