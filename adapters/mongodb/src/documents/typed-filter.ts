import {
  type CreationPosition,
  type InstanceCondition,
  type InstanceQuery,
  jobOfLane,
  OPEN_STATES,
  type OpenInstanceQuery,
  ReasonCode,
  searchedValues,
  TERMINAL_STATES,
  WAITING_STATES,
} from "@mojob/core/ports";
import type { Filter, Timestamp } from "mongodb";
import { documentId } from "./instance-document.ts";
import { isPlainName } from "./json-field.ts";
import type { DefinitionDocument, InstanceDocument } from "./mongodb-documents.ts";
import { NO_PART } from "./part-filter.ts";

// Every filter is built here, and what a client sends stands in it as a value: nothing of it can become an operator.

type Scalar = string | number | boolean | Date | null;

/**
 * Is this, written so that every server takes an index for it: some go through the collection for `{ $eq: … }`.
 * @throws TypeError for an object, which could be an operator
 */
export function exactly<Value extends Scalar>(value: Value): Value {
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  throw new TypeError("Cannot look for an object: a text, a number, a boolean, a date or null is wanted");
}

/** Is one of these. */
export function anyOf<Value extends string>(values: readonly Value[]): Value | { $in: Value[] } {
  const [only] = values;
  return values.length === 1 && only !== undefined ? exactly(only) : { $in: [...values] };
}

/**
 * Has a server find what is `indexed` (equal fields, then one range, as they stand in an index) and look at each for
 * the rest. Some go through the collection for what is more than an index; others see through an `$or` of one.
 */
export function through<Document>(indexed: Filter<Document>, rest: Filter<Document>): Filter<Document> {
  return Object.keys(rest).length === 0
    ? indexed
    : ({ $and: [{ $or: [indexed] }, rest] } as Filter<Document>);
}

/** Begins with this; everything that could follow is below the last code point. */
export function startsWith(prefix: string): { $gte: string; $lte: string } {
  return { $gte: prefix, $lte: `${prefix}\u{10FFFF}` };
}

export function matchingInstances(query: InstanceQuery): Filter<InstanceDocument> {
  return listedAfter(query, null);
}

/** Matches the runs of a query after the position, newest first. */
export function listedAfter(
  { tenant, app, jobKey, states, reason, from, to, search, id, error, args, worker, parts }: InstanceQuery,
  position: CreationPosition | null,
): Filter<InstanceDocument> {
  const createdAt = {
    // Not `$gte`: SecantusDB loses what is equal to the last value of a range, and this order is descending.
    ...(from !== undefined && { $gt: new Date(from.getTime() - 1) }),
    ...(to !== undefined && { $lt: to }),
    ...(position !== null && { $lte: new Date(position.at) }),
  };
  return through(
    {
      tenant: exactly(tenant),
      ...(app !== undefined && { app: exactly(app) }),
      ...(jobKey !== undefined && { jobKey: exactly(jobKey) }),
      ...(states !== undefined && { state: anyOf(states) }),
      ...(Object.keys(createdAt).length > 0 && { createdAt }),
    },
    {
      ...(reason !== undefined && { "reason.code": exactly(reason) }),
      ...(parts === false && NO_PART),
      ...(search !== undefined && search !== "" && { _id: startsWith(documentId(tenant, search)) }),
      ...(id !== undefined && { id: containing(id) }),
      ...(error !== undefined && { errorSummary: containing(error) }),
      ...(worker !== undefined && { worker: exactly(worker) }),
      ...(args !== undefined && { $and: Object.entries(args).map(([name, value]) => withArg(name, value)) }),
      ...(position !== null && {
        $or: [{ createdAt: { $lt: new Date(position.at) } }, { id: { $lt: position.id } }],
      }),
    },
  );
}

/** Any part of a text, upper and lower case alike. */
function containing(part: string): Filter<string> {
  return { $regex: escapePattern(part), $options: "i" };
}

/** A pattern that matches the text; Node 22 has no `RegExp.escape`. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

/** Arguments with this member: as fields, or in the text of those that a document cannot hold as fields. */
function withArg(name: string, value: string): Filter<InstanceDocument> {
  const values = searchedValues(value);
  const written = values.map((one) => escapePattern(JSON.stringify(one))).join("|");
  const inText = { argsText: { $regex: `${escapePattern(JSON.stringify(name))}:(?:${written})[,}]` } };
  return isPlainName(name) ? { $or: [{ [`args.${name}`]: { $in: values } }, inText] } : inText;
}

/** Open runs that were not written to since, after the position, oldest first. */
export function unmovedRuns(
  { tenant, states, unmovedSince, app, jobKey }: OpenInstanceQuery,
  position: CreationPosition | null,
): Filter<InstanceDocument> {
  return through(
    { tenant: exactly(tenant), state: anyOf(states) },
    {
      ...(jobKey !== undefined && { jobKey: exactly(jobKey) }),
      updatedAt: { $lte: unmovedSince },
      ...(app !== undefined && { app: exactly(app) }),
      ...(position !== null && {
        createdAt: { $gte: new Date(position.at) },
        $or: [{ createdAt: { $gt: new Date(position.at) } }, { id: { $gt: position.id } }],
      }),
    },
  );
}

/** Each of these runs, while the condition holds of it. */
export function conditioned(
  ids: readonly string[],
  { states, attempt, claim, dispatchId, cancelRequested, abandoned, dueBy, lane }: InstanceCondition,
): Filter<InstanceDocument> {
  return {
    _id: anyOf(ids),
    state: { $in: [...states] },
    ...(attempt !== undefined && { attempt: exactly(attempt) }),
    ...(claim !== undefined && { claim: exactly(claim) }),
    ...(dispatchId !== undefined && { dispatchId: exactly(dispatchId) }),
    // `null` is also what is absent.
    ...(cancelRequested !== undefined && { cancelRequestedAt: cancelRequested ? { $ne: null } : null }),
    ...(abandoned !== undefined && { "abandoned.attempt": abandoned }),
    ...(dueBy !== undefined && { scheduledFor: { $lte: dueBy } }),
    // A job's own lane is not stored.
    ...(lane !== undefined && { lane: jobOfLane(lane) === lane ? { $exists: false } : exactly(lane) }),
  };
}

/** Gets up to so many documents with the first batch: a server's own default is 101, and more need another round trip. */
export function inOneBatch(atMost: number): { readonly batchSize: number } {
  // One more, or the server would keep the cursor for what it does not have.
  return { batchSize: atMost + 1 };
}

export function withIds(tenant: string, ids: readonly string[]): Filter<InstanceDocument> {
  return { _id: { $in: ids.map((id) => documentId(tenant, id)) } };
}

export function openRuns(tenant: string, app?: string): Filter<InstanceDocument> {
  return through(
    { tenant: exactly(tenant), state: anyOf(OPEN_STATES) },
    app === undefined ? {} : { app: exactly(app) },
  );
}

/** Runs that have not begun. */
export function waitingRuns(tenant: string, app: string): Filter<InstanceDocument> {
  return through({ tenant: exactly(tenant), state: anyOf(WAITING_STATES) }, { app: exactly(app) });
}

/** Runs under way that are asked to end. */
export function runsBeingCancelled(tenant: string): Filter<InstanceDocument> {
  return { tenant: exactly(tenant), ...IS_BEING_CANCELLED };
}

/** Matches every run under way that is asked to end and no other; an index holds just these. */
export const IS_BEING_CANCELLED: {
  readonly state: "Processing";
  readonly cancelRequestedAt: { readonly $gt: Date };
} = { state: "Processing", cancelRequestedAt: { $gt: new Date(0) } };

/** Ended runs last written to in this time of the server's. */
export function endedRuns(
  tenant: string,
  window: { readonly from: Timestamp; readonly to?: Timestamp },
  app?: string,
): Filter<InstanceDocument> {
  const changedAt = { $gte: window.from, ...(window.to !== undefined && { $lt: window.to }) };
  return through(
    { tenant: exactly(tenant), ...HAS_ENDED, changedAt },
    app === undefined ? {} : { app: exactly(app) },
  );
}

/** A place in the order of `endedAfter`. */
export interface EndPosition {
  readonly at: Timestamp;
  readonly id: string;
}

/** Runs that ended after the position and before the horizon. */
export function endedBetween(
  tenant: string,
  { at, id }: EndPosition,
  horizon: Timestamp,
): Filter<InstanceDocument> {
  return through<InstanceDocument>(
    { tenant: exactly(tenant), ...HAS_ENDED, changedAt: { $gte: at, $lt: horizon } },
    { $or: [{ changedAt: { $gt: at } }, { id: { $gt: id } }] },
  );
}

/** Matches every run that has ended and no other; an index holds just these. */
export const HAS_ENDED: { readonly ended: true } = { ended: true };

/** Matches those of these ended runs that were not written to since. */
export function unchangedEndedRuns(
  tenant: string,
  ids: readonly string[],
  since: Timestamp,
): Filter<InstanceDocument> {
  return { ...withIds(tenant, ids), state: { $in: [...TERMINAL_STATES] }, changedAt: { $lte: since } };
}

export function runsOfJob(tenant: string, jobKey: string): Filter<InstanceDocument> {
  return { tenant: exactly(tenant), jobKey: exactly(jobKey) };
}

/** The runs that have these unique keys. */
export function withUniqueKeys(tenant: string, uniqueKeys: readonly string[]): Filter<InstanceDocument> {
  return { tenant: exactly(tenant), uniqueKey: anyOf(uniqueKeys) };
}

/** Matches those of these runs that wait for a slot no more. */
export function noLongerWaiting(ids: readonly string[]): Filter<InstanceDocument> {
  return { _id: anyOf(ids), "reason.code": { $ne: ReasonCode.WaitsForSlot } };
}

export function matchingDefinitions(
  tenant: string,
  {
    kind,
    app,
    tag,
    disabled,
    search,
  }: {
    readonly kind?: string;
    readonly app?: string;
    readonly tag?: string;
    readonly disabled?: boolean;
    readonly search?: string;
  },
  after: string | null,
): Filter<DefinitionDocument> {
  const part = search === undefined ? null : { $regex: escapePattern(search), $options: "i" };
  return {
    tenant: exactly(tenant),
    // Leaves out notices of removal too, which have no key.
    key: { $gt: after ?? "" },
    ...(kind !== undefined && { kind: exactly(kind) }),
    ...(app !== undefined && { app: exactly(app) }),
    ...(tag !== undefined && { "options.tags": exactly(tag) }),
    ...(disabled !== undefined && { "options.disabled": exactly(disabled) }),
    ...(part !== null && { $or: [{ key: part }, { "options.name": part }] }),
  } as Filter<DefinitionDocument>;
}
