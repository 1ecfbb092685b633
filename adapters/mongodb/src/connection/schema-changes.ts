import { TriggerType } from "@mojob/core/ports";
import type { Collection, Filter } from "mongodb";
import type { InstanceDocument } from "../documents/mongodb-documents.ts";
import type { StoreHandle } from "./mongodb-connection.ts";
import { type RunStretch, unmarkedEnds } from "../documents/run-stretch.ts";
import { exactly, HAS_ENDED, through } from "../documents/typed-filter.ts";
import { STAMP } from "./server-time.ts";

/**
 * A change of what documents look like. It comes in two releases, so that two neighbouring ones share a database, and
 * either can be started while the other runs:
 *
 * 1. The first expands: it writes what is new beside what the release before reads, and reads both. Its number is above
 *    `CONTRACTED_TO`, and `expand` runs at every start, because the release before goes on writing without it.
 * 2. The next one contracts: it raises `CONTRACTED_TO` to the number, relies on what is new, and may leave out the old.
 */
export interface SchemaChange {
  readonly version: number;
  /** Brings documents that lack it up to this version; doing it twice does nothing. */
  readonly expand: (store: StoreHandle) => Promise<void>;
  /** The same for these runs, as far as an earlier version wrote them meanwhile; resolves to how many. @default it writes no runs */
  readonly repair?: (store: StoreHandle, stretch: RunStretch) => Promise<number>;
}

/** The lowest version a program must know to use the database. */
export const CONTRACTED_TO = 2;

export const SCHEMA_CHANGES: readonly SchemaChange[] = [
  {
    version: 2,
    // One field marks the runs that have ended, which one small index holds.
    expand: async ({ collections: { instances } }) => {
      await instances.updateMany(
        { completedAt: { $gt: new Date(0) }, ended: { $exists: false } },
        { $set: HAS_ENDED },
      );
    },
    // Until now it was in no count and no follower's order: it is as if it had ended now.
    repair: async ({ collections: { instances } }, stretch) => {
      const update = { $set: HAS_ENDED, $currentDate: STAMP };
      return (await instances.updateMany(unmarkedEnds(stretch), update)).modifiedCount;
    },
  },
  {
    version: 3,
    // A run that is a part of another one says so in one field: until now shards were known by what started them.
    expand: async ({ collections: { instances } }) => {
      await markParts(instances, SHARD_WITHOUT_PART);
    },
    repair: ({ collections: { instances } }, { after, last }) =>
      markParts(
        instances,
        through({ _id: { $gt: exactly(after), $lte: exactly(last) } }, SHARD_WITHOUT_PART),
      ),
  },
];

const SHARD_WITHOUT_PART: Filter<InstanceDocument> = {
  "trigger.type": exactly(TriggerType.Broadcast),
  part: { $exists: false },
};

/** Resolves to how many were marked. */
async function markParts(
  instances: Collection<InstanceDocument>,
  filter: Filter<InstanceDocument>,
): Promise<number> {
  let marked = 0;
  for await (const { _id, trigger, routing } of instances
    .find(filter)
    .project<Pick<InstanceDocument, "_id" | "trigger" | "routing">>({ trigger: 1, "routing.shard": 1 })) {
    const part = { of: trigger.of ?? "", name: String(routing?.shard?.index ?? 0) };
    const { modifiedCount } = await instances.updateOne(
      { _id, part: { $exists: false } },
      { $set: { part } },
    );
    marked += modifiedCount;
  }
  return marked;
}

/** The version of this program. */
export const SCHEMA_VERSION: number = Math.max(...SCHEMA_CHANGES.map(({ version }) => version));

/** The changes of a program that are due in a database that was expanded to a version before. */
export function changesDue(
  expandedTo: number,
  changes: readonly SchemaChange[] = SCHEMA_CHANGES,
  contractedTo: number = CONTRACTED_TO,
): readonly SchemaChange[] {
  return changes.filter(({ version }) => version > expandedTo || version > contractedTo);
}
