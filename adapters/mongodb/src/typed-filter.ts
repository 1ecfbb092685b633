import {
  type InstanceCondition,
  type InstanceQuery,
  type JobState,
  OPEN_STATES,
  TERMINAL_STATES,
} from "@mojob/core";
import type { Filter, Timestamp } from "mongodb";
import { documentId } from "./instance-document.ts";
import type { DefinitionDocument, InstanceDocument } from "./mongodb-documents.ts";

// Every filter is built here and every value stands behind an operator, so nothing a client sends can become one.

/** Begins with this; everything that could follow is below the last code point. */
export function startsWith(prefix: string): { $gte: string; $lte: string } {
  return { $gte: prefix, $lte: `${prefix}\u{10FFFF}` };
}

/** A place in the order of lists. */
export interface ListPosition {
  readonly at: Date;
  readonly id: string;
}

export function matchingInstances(query: InstanceQuery): Filter<InstanceDocument> {
  const { tenant, app, jobKey, states, from, to, search } = query;
  return {
    tenant: { $eq: tenant },
    ...(app !== undefined && { app: { $eq: app } }),
    ...(jobKey !== undefined && { jobKey: { $eq: jobKey } }),
    ...(states !== undefined && { state: { $in: [...states] } }),
    ...((from !== undefined || to !== undefined) && {
      createdAt: { ...(from !== undefined && { $gte: from }), ...(to !== undefined && { $lt: to }) },
    }),
    ...(search !== undefined && search !== "" && { _id: startsWith(documentId(tenant, search)) }),
  };
}

/** Those after the position, newest first. */
export function listedAfter(
  filter: Filter<InstanceDocument>,
  { at, id }: ListPosition,
): Filter<InstanceDocument> {
  return {
    $and: [filter, { createdAt: { $lte: at } }, { $or: [{ createdAt: { $lt: at } }, { id: { $lt: id } }] }],
  };
}

/** Those after the position, oldest first. */
export function openAfter(
  filter: Filter<InstanceDocument>,
  { at, id }: ListPosition,
): Filter<InstanceDocument> {
  return {
    $and: [filter, { createdAt: { $gte: at } }, { $or: [{ createdAt: { $gt: at } }, { id: { $gt: id } }] }],
  };
}

/** Each of these runs, while the condition holds of it. */
export function conditioned(
  ids: readonly string[],
  { states, attempt, claim, cancelRequested }: InstanceCondition,
): Filter<InstanceDocument> {
  return {
    _id: ids.length === 1 ? { $eq: ids[0] as string } : { $in: [...ids] },
    state: { $in: [...states] },
    ...(attempt !== undefined && { attempt: { $eq: attempt } }),
    ...(claim !== undefined && { claim: { $eq: claim } }),
    ...(cancelRequested !== undefined && {
      cancelRequestedAt: cancelRequested ? { $ne: null } : { $eq: null },
    }),
  };
}

/** Has up to so many documents come with the first answer: a server's own default is 101, then it is asked again. */
export function inOneAnswer(atMost: number): { readonly batchSize: number } {
  // One more, or the server would keep the cursor for what it does not have.
  return { batchSize: atMost + 1 };
}

export function withIds(tenant: string, ids: readonly string[]): Filter<InstanceDocument> {
  return { _id: { $in: ids.map((id) => documentId(tenant, id)) } };
}

export function openRuns(tenant: string, app?: string): Filter<InstanceDocument> {
  return inStates(tenant, OPEN_STATES, app);
}

/** Of every run that has ended and no other; an index holds just these. */
export const HAS_ENDED: { readonly completedAt: { readonly $gt: Date } } = {
  completedAt: { $gt: new Date(0) },
};

/** Of every run under way that is asked to end and of no other; an index holds just these. */
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
  return {
    tenant: { $eq: tenant },
    ...HAS_ENDED,
    changedAt: { $gte: window.from, ...(window.to !== undefined && { $lt: window.to }) },
    ...(app !== undefined && { app: { $eq: app } }),
  };
}

export function endedRunsOfJob(tenant: string, jobKey: string): Filter<InstanceDocument> {
  return { ...inStates(tenant, TERMINAL_STATES), jobKey: { $eq: jobKey } };
}

export function runsOfJob(tenant: string, jobKey: string): Filter<InstanceDocument> {
  return { tenant: { $eq: tenant }, jobKey: { $eq: jobKey } };
}

function inStates(tenant: string, states: readonly JobState[], app?: string): Filter<InstanceDocument> {
  return {
    tenant: { $eq: tenant },
    state: { $in: [...states] },
    ...(app !== undefined && { app: { $eq: app } }),
  };
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
  const part = search === undefined ? null : { $regex: RegExp.escape(search), $options: "i" };
  return {
    tenant: { $eq: tenant },
    ...(after !== null && { key: { $gt: after } }),
    ...(kind !== undefined && { kind: { $eq: kind } }),
    ...(app !== undefined && { app: { $eq: app } }),
    ...(tag !== undefined && { "options.tags": { $eq: tag } }),
    ...(disabled !== undefined && { "options.disabled": { $eq: disabled } }),
    ...(part !== null && { $or: [{ key: part }, { "options.name": part }] }),
  } as Filter<DefinitionDocument>;
}
