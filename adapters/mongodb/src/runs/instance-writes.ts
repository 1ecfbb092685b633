import { isTerminal } from "@mojob/core";
import type { InstanceChange } from "@mojob/core/ports";
import type { AnyBulkWriteOperation, Document, Filter, ObjectId } from "mongodb";
import { documentId, expiryOf, present, toPatchUpdate } from "../documents/instance-document.ts";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import type { InstanceDocument } from "../documents/mongodb-documents.ts";
import type { RetentionAges } from "./retention-ages.ts";
import { STAMP } from "../connection/server-time.ts";
import { toPartialWrite } from "../connection/store-error.ts";
import { conditioned } from "../documents/typed-filter.ts";

/** One change as it is sent: with a slot to win, where it is an admission that needs one. */
export interface SlottedChange {
  readonly change: InstanceChange;
  readonly slot: number | null;
  /** Known for the ending ones, for their expiry. */
  readonly jobKey: string | null;
  /** The lane in which it waits from now on; `null` where it waits no more. @default what it was */
  readonly waitsIn?: string | null | undefined;
  /** Its turn from now on. @default what it was, and none where it waits no more */
  readonly turn?: number | undefined;
}

export interface WriteOptions {
  /** Left on what was written. @default none */
  readonly ticket?: ObjectId;
  /** Whether changes that are equal for many runs are one statement. @default true */
  readonly isTogether?: boolean;
  /** The filter that a run must match besides its condition. @default nothing */
  readonly only?: Filter<InstanceDocument>;
}

/** Sends conditional changes to different runs in one bulk write, as few statements as there are differences; resolves to how many were written. */
export async function writeChanges(
  { collections }: StoreHandle,
  ages: RetentionAges,
  changes: readonly SlottedChange[],
  { ticket, isTogether = true, only = {} }: WriteOptions = {},
): Promise<number> {
  const operations = Array.from(
    equalChanges(changes, ages, isTogether),
    (equal): AnyBulkWriteOperation<InstanceDocument> => {
      const [first] = equal.changes;
      const ids = equal.changes.map(({ change: { tenant, id } }) => documentId(tenant, id));
      const statement = {
        filter: { ...conditioned(ids, first.change.when), ...only },
        update: toUpdate(first, ticket, equal.maxAgeDays),
      };
      return ids.length === 1 ? { updateOne: statement } : { updateMany: statement };
    },
  );
  try {
    const { matchedCount } = await collections.instances.bulkWrite(operations, { ordered: false });
    return matchedCount;
  } catch (error) {
    return toPartialWrite(error).matchedCount;
  }
}

interface EqualChanges {
  readonly changes: [SlottedChange, ...SlottedChange[]];
  readonly maxAgeDays: number | null;
}

/** Changes that differ in the run alone, together; runs that win the same slot are of different lanes. */
function equalChanges(
  changes: readonly SlottedChange[],
  ages: RetentionAges,
  isTogether: boolean,
): Iterable<EqualChanges> {
  const groups = new Map<unknown, EqualChanges>();
  let latest: EqualChanges | undefined;
  for (const one of changes) {
    const { change, jobKey } = one;
    const maxAgeDays = jobKey === null ? null : ages.of(change.tenant, jobKey);
    // Most are equal to the one before: looking at both is much cheaper than a key of each.
    const isRepeat = isTogether && latest?.maxAgeDays === maxAgeDays && isEqual(latest.changes[0], one);
    const key = isTogether && changes.length > 1 && !isRepeat ? equalityOf(one, maxAgeDays) : one;
    const group: EqualChanges | undefined = isRepeat ? latest : groups.get(key);
    if (group === undefined) groups.set(key, (latest = { changes: [one], maxAgeDays }));
    else (latest = group).changes.push(one);
  }
  return groups.values();
}

function isEqual(a: SlottedChange, b: SlottedChange): boolean {
  return (
    a.slot === b.slot &&
    a.waitsIn === b.waitsIn &&
    isSame(a.change.at, b.change.at) &&
    isSame(a.change.when, b.change.when) &&
    isSame(a.change.set, b.change.set) &&
    isSame(a.change.append, b.change.append)
  );
}

/** Whether two values are stored alike: plain ones, with their fields in the same order. */
export function isSame(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b) || a === b) return a === b;
  if (a instanceof Date || b instanceof Date)
    return a instanceof Date && b instanceof Date && a.getTime() === b.getTime();
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [names, others] = [Object.keys(a), Object.keys(b)];
  return (
    names.length === others.length &&
    names.every((name, index) => name === others[index] && isSame(a[name], b[name]))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function equalityOf({ change, slot, waitsIn }: SlottedChange, maxAgeDays: number | null): string {
  const { at, when, set, append } = change;
  return JSON.stringify([at, when, set, append, slot, maxAgeDays, waitsIn, waitsIn === null]);
}

function toUpdate(
  { change, slot, waitsIn, turn }: Omit<SlottedChange, "jobKey">,
  ticket: ObjectId | undefined,
  maxAgeDays: number | null,
): Document {
  const { at, set: patch, append } = change;
  const { set, unset } = toPatchUpdate(change, slot);
  if (turn !== undefined) set["turn"] = turn;
  if (waitsIn === null) Object.assign(unset, { waitsIn: "", turn: "" });
  else if (waitsIn !== undefined) set["waitsIn"] = waitsIn;
  // The server does not know of the slot.
  const expiresAt = patch.abandoned ? null : expiryOf(patch, maxAgeDays);
  // A run that has ended keeps its place in the order of the ends, whatever is noted on it later.
  const hasEnded = change.when.states.every(isTerminal);
  return {
    $set: { ...set, updatedAt: at, ...(ticket && { ticket }), ...(expiresAt !== null && { expiresAt }) },
    ...(Object.keys(unset).length > 0 && { $unset: unset }),
    ...(append.length > 0 && { $push: { history: { $each: append.map(present) } } }),
    ...(!hasEnded && { $currentDate: STAMP }),
  };
}
