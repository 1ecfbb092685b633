import {
  addFigures,
  addNumbers,
  fromTaggedJson,
  generationFor,
  type IMoRollupStore,
  NO_ROLLUPS,
  type Rollup,
  type RollupBatch,
  type RollupDraft,
  type RollupGrain,
  type RollupQuery,
  type RollupState,
  type RollupStretch,
  type RollupTally,
  type RollupTallyQuery,
  stateAfter,
  stretchesOf,
  toTaggedJson,
  withDraft,
  withoutDraft,
} from "@mojob/core/ports";
import type { AnyBulkWriteOperation, Filter } from "mongodb";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { isDuplicateKey, toPartialWrite } from "../connection/store-error.ts";
import {
  type OpenBatch,
  type RollupRowDocument,
  rowId,
  toFiguresFields,
  toOpenBatch,
  toRollup,
  toRowDocument,
  toStoredBatch,
} from "../documents/rollup-document.ts";
import { exactly } from "../documents/typed-filter.ts";

/** Documents of sums that are read and written at once. */
const ADDED_AT_ONCE = 500;

/** A tenant's state as it was read. */
interface ReadState {
  readonly version: number;
  readonly state: RollupState;
  readonly batch: OpenBatch | null;
}

/**
 * Keeps sums of ended runs, also where the server has no transactions. A batch is first written beside the state, in one conditional write that
 * moves the position; then it is added to each sum that has not got its number yet, and then it is removed. A process that dies in between
 * leaves a batch that the next call completes, and no sum gets it twice.
 */
export class RollupStoreMongodb implements IMoRollupStore {
  readonly #store: StoreHandle;

  constructor(store: StoreHandle) {
    this.#store = store;
  }

  state(tenant: string): Promise<RollupState> {
    return this.#store.call(
      "read how far sums of runs have got",
      async () => (await this.#settled(tenant)).state,
    );
  }

  add(batch: RollupBatch): Promise<boolean> {
    return this.#store.call("add to sums of runs", async () => {
      const read = await this.#settled(batch.tenant);
      const next = stateAfter(read.state, batch);
      if (next === null) return false;
      const rows = batch.rows.map((row) => ({
        row,
        generation: generationFor(read.state, row, batch.isDraft),
      }));
      const open: OpenBatch = { number: read.version + 1, rows };
      if (!(await this.#replace(batch.tenant, read, next, rows.length === 0 ? null : open))) return false;
      if (rows.length > 0) await this.#complete(batch.tenant, open);
      return true;
    });
  }

  list(query: RollupQuery): Promise<readonly Rollup[]> {
    return this.#store.call("list sums of runs", async () => {
      const { state } = await this.#settled(query.tenant);
      const found: RollupRowDocument[] = [];
      for (const stretch of stretchesOf(state)) {
        const left = query.limit - found.length;
        if (left > 0) found.push(...(await this.#find(rowsWithin(query, stretch), left)));
      }
      return found.map(toRollup);
    });
  }

  tally(query: RollupTallyQuery): Promise<readonly RollupTally[] | null> {
    return this.#store.call("add up sums of runs", async () => {
      const { state } = await this.#settled(query.tenant);
      const sums = new Map<string, RollupTally>();
      let left = query.limit;
      for (const stretch of stretchesOf(state)) {
        for (const time of query.times) {
          const filter = rowsWithin({ ...query, ...time }, stretch);
          const found = await this.#rows
            .find(filter, {
              projection: { _id: 0, app: 1, id: 1, numbers: 1 },
              limit: left + 1,
              batchSize: left + 1,
            })
            .toArray();
          left -= found.length;
          if (left < 0) return null;
          addTo(sums, found);
          if (found.every(({ numbers }) => numbers !== undefined)) continue;
          addTo(sums, await this.#unnumbered(filter));
        }
      }
      return [...sums.values()];
    });
  }

  beginDraft(tenant: string, draft: Pick<RollupDraft, "since" | "position" | "at">): Promise<boolean> {
    return this.#change(tenant, (state) => withDraft(state, draft));
  }

  draftDays(tenant: string): Promise<readonly Rollup[]> {
    return this.#store.call("list sums of runs", async () => {
      const { state } = await this.#settled(tenant);
      if (state.draft === null) return [];
      const { number: generation } = state.draft;
      const days = { tenant: exactly(tenant), generation, grain: "day", kind: "tenant" } as const;
      return (await this.#find(days, Number.MAX_SAFE_INTEGER)).map(toRollup);
    });
  }

  endDraft(tenant: string, isTaken: boolean): Promise<boolean> {
    return this.#change(tenant, (state) => withoutDraft(state, isTaken));
  }

  remove(tenant: string, grain: RollupGrain, before: Date, limit: number): Promise<number> {
    return this.#store.call("remove sums of runs", async () => {
      const { state } = await this.#settled(tenant);
      const of = { tenant: exactly(tenant), grain: exactly(grain) };
      const kept = state.draft?.number ?? -1;
      const outdated: readonly Filter<RollupRowDocument>[] = [
        { ...of, at: { $lt: before } },
        ...stretchesOf(state).map((stretch) => ({
          ...of,
          ...(hasBounds(stretch) && { at: boundsOf(stretch) }),
          generation: { $nin: [stretch.number, kept] },
        })),
      ];
      let removed = 0;
      for (const filter of outdated) {
        if (removed >= limit) break;
        const ids = (await this.#find(filter, limit - removed)).map(({ _id }) => _id);
        if (ids.length > 0) removed += (await this.#rows.deleteMany({ _id: { $in: ids } })).deletedCount;
      }
      return removed;
    });
  }

  /** The state once the batch is in the sums that was accepted last. */
  async #settled(tenant: string): Promise<ReadState> {
    const found = await this.#states.findOne({ _id: exactly(tenant) });
    if (found === null) return { version: 0, state: NO_ROLLUPS, batch: null };
    const read = {
      version: found.version,
      state: fromTaggedJson(found.state) as RollupState,
      batch: typeof found.batch === "string" ? toOpenBatch(found.batch) : null,
    };
    if (read.batch !== null) await this.#complete(tenant, read.batch);
    return read;
  }

  async #complete(tenant: string, batch: OpenBatch): Promise<void> {
    for (let from = 0; from < batch.rows.length; from += ADDED_AT_ONCE)
      await this.#addRows({ ...batch, rows: batch.rows.slice(from, from + ADDED_AT_ONCE) });
    await this.#states.updateOne(
      { _id: exactly(tenant), version: exactly(batch.number) },
      { $set: { batch: null } },
    );
  }

  /** Adds to each sum that has not got the batch; others may do the same at the same time. */
  async #addRows({ number, rows }: OpenBatch): Promise<void> {
    for (let left = rows; left.length > 0;) {
      const ids = left.map(({ row, generation }) => rowId(row, generation));
      const found = await this.#rows.find({ _id: { $in: ids } }).toArray();
      const standing = new Map(found.map((document) => [document._id, document]));
      left = left.filter(
        ({ row, generation }) => (standing.get(rowId(row, generation))?.batch ?? -1) < number,
      );
      if (left.length === 0) return;
      const writes = left.map(({ row, generation }): AnyBulkWriteOperation<RollupRowDocument> => {
        const stored = standing.get(rowId(row, generation));
        if (stored === undefined) return { insertOne: { document: toRowDocument(row, generation, number) } };
        const figures = addFigures(toRollup(stored).figures, row.figures);
        return {
          updateOne: {
            filter: { _id: exactly(stored._id), batch: exactly(stored.batch) },
            update: { $set: { batch: number, ...toFiguresFields(figures) } },
          },
        };
      });
      const written = await this.#rows.bulkWrite(writes, { ordered: false }).then(
        ({ insertedCount, matchedCount }) => insertedCount + matchedCount,
        // Another process was faster with some.
        (error: unknown) => (toPartialWrite(error), 0),
      );
      if (written === writes.length) return;
    }
  }

  #change(tenant: string, change: (state: RollupState) => RollupState | null): Promise<boolean> {
    return this.#store.call("change how sums of runs are made", async () => {
      for (;;) {
        const read = await this.#settled(tenant);
        const next = change(read.state);
        if (next === null) return false;
        if (await this.#replace(tenant, read, next, null)) return true;
      }
    });
  }

  /** Writes the next version if what was read is still there. */
  async #replace(
    tenant: string,
    { version }: ReadState,
    next: RollupState,
    batch: OpenBatch | null,
  ): Promise<boolean> {
    const document = {
      version: version + 1,
      state: toTaggedJson(next),
      batch: batch === null ? null : toStoredBatch(batch),
    };
    if (version > 0) {
      const standing = { _id: exactly(tenant), version: exactly(version) };
      return (await this.#states.updateOne(standing, { $set: document })).matchedCount === 1;
    }
    try {
      await this.#states.insertOne({ _id: tenant, ...document });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Those that an earlier version wrote. */
  async #unnumbered(filter: Filter<RollupRowDocument>): Promise<readonly RollupRowDocument[]> {
    const found = await this.#rows.find({ ...filter, numbers: { $exists: false } }).toArray();
    return found.map((row) => ({ ...row, ...toFiguresFields(toRollup(row).figures) }));
  }

  #find(filter: Filter<RollupRowDocument>, limit: number): Promise<RollupRowDocument[]> {
    const found = this.#rows.find(filter).sort({ at: 1, app: 1, id: 1 });
    return (limit === Number.MAX_SAFE_INTEGER ? found : found.limit(limit)).toArray();
  }

  get #states(): StoreHandle["collections"]["rollupStates"] {
    return this.#store.collections.rollupStates;
  }

  get #rows(): StoreHandle["collections"]["rollupRows"] {
    return this.#store.collections.rollupRows;
  }
}

function rowsWithin(
  { tenant, grain, kind, from, before, apps, ids, after }: RollupQuery,
  stretch: RollupStretch,
): Filter<RollupRowDocument> {
  const earliest = new Date(
    Math.max(from.getTime(), stretch.from?.getTime() ?? -Infinity, after?.at.getTime() ?? -Infinity),
  );
  const latest = new Date(Math.min(before.getTime(), stretch.before?.getTime() ?? Infinity));
  return {
    tenant: exactly(tenant),
    generation: exactly(stretch.number),
    grain: exactly(grain),
    kind: exactly(kind),
    at: { $gte: earliest, $lt: latest },
    ...(apps !== undefined && { app: { $in: apps.map(exactly) } }),
    ...(ids !== undefined && { id: { $in: ids.map(exactly) } }),
    ...(after !== undefined && {
      $or: [
        { at: { $gt: after.at } },
        { at: after.at, app: { $gt: after.app } },
        { at: after.at, app: exactly(after.app), id: { $gt: after.id } },
      ],
    }),
  };
}

function hasBounds({ from, before }: RollupStretch): boolean {
  return from !== undefined || before !== undefined;
}

function boundsOf({ from, before }: RollupStretch): { $gte?: Date; $lt?: Date } {
  return { ...(from !== undefined && { $gte: from }), ...(before !== undefined && { $lt: before }) };
}

function addTo(
  sums: Map<string, RollupTally>,
  rows: readonly Pick<RollupRowDocument, "app" | "id" | "numbers">[],
): void {
  for (const { app, id, numbers } of rows) {
    if (numbers === undefined) continue;
    const name = `${app}\n${id}`;
    const sum = sums.get(name);
    sums.set(name, { app, id, ...(sum === undefined ? numbers : addNumbers(sum, numbers)) });
  }
}
