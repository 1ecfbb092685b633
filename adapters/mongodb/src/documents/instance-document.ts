import { isTerminal } from "@mojob/core";
import {
  type HistoryEntry,
  type InstanceChange,
  type InstancePatch,
  jobOfLane,
  type JobInstance,
  type JobInstanceSummary,
  type JsonValue,
  type Reason,
  TriggerType,
  waitsForSlot,
} from "@mojob/core/ports";
import type { Document, ObjectId, Timestamp } from "mongodb";
import { fromStoredJson, toStoredJson } from "./json-field.ts";
import type { InstanceDocument, Present } from "./mongodb-documents.ts";

/** The fields that lists leave out. */
export const SUMMARY_PROJECTION: Document = {
  args: 0,
  argsText: 0,
  result: 0,
  resultText: 0,
  error: 0,
  history: 0,
  claim: 0,
  uniqueKey: 0,
  fingerprint: 0,
  routing: 0,
  fairShare: 0,
  turn: 0,
  usageSeries: 0,
  changedAt: 0,
  ended: 0,
  waitsIn: 0,
  ticket: 0,
  expiresAt: 0,
};

export interface NewDocument {
  readonly changedAt: Timestamp;
  readonly ticket: ObjectId;
  readonly expiresAt: Date | null;
}

/** The fields that a document leaves out where they are `null`, as a list reads them. */
const NOTHING_LISTED = {
  reason: null,
  scheduledFor: null,
  enqueuedAt: null,
  startedAt: null,
  completedAt: null,
  retryAt: null,
  worker: null,
  slot: null,
  abandoned: null,
  cancelRequestedAt: null,
  cancelReason: null,
  progress: null,
  usage: null,
  argsPreview: null,
  errorSummary: null,
  missed: null,
  part: null,
} as const;

/** A new run as it is stored; a slot is given by an admission and by nothing else. */
export function toInstanceDocument(instance: JobInstance, own: NewDocument): InstanceDocument {
  const { slot: _slot, abandoned: _abandoned, lane, args, result, history, ...rest } = instance;
  const { expiresAt, ...stamps } = own;
  return {
    _id: documentId(instance.tenant, instance.id),
    ...present(rest),
    ...(lane !== instance.jobKey && { lane }),
    ...(args !== null && jsonFields("args", args)),
    ...(result !== null && jsonFields("result", result)),
    history: history.map(present),
    ...(isTerminal(instance.state) && { ended: true }),
    ...(waitsForSlot(instance) && { waitsIn: lane }),
    ...stamps,
    ...(expiresAt !== null && { expiresAt }),
  };
}

export function toInstance(document: InstanceDocument): JobInstance {
  // Field by field: it is read a thousand times a second, and a rest of twenty fields is slow to take.
  return {
    id: document.id,
    tenant: document.tenant,
    app: document.app,
    jobKey: document.jobKey,
    lane: laneOfDocument(document),
    uniqueKey: document.uniqueKey ?? null,
    fairShare: document.fairShare ?? null,
    turn: document.turn !== undefined && isWaiting(document) ? document.turn : null,
    kind: document.kind,
    state: document.state,
    reason: reasonFrom(document.reason),
    trigger: document.trigger,
    part: partOf(document),
    priority: document.priority,
    args: fromStoredJson(document.args, document.argsText),
    argsPreview: document.argsPreview ?? null,
    scheduledFor: document.scheduledFor ?? null,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
    enqueuedAt: document.enqueuedAt ?? null,
    startedAt: document.startedAt ?? null,
    completedAt: document.completedAt ?? null,
    attempt: document.attempt,
    retryCount: document.retryCount,
    retryAt: document.retryAt ?? null,
    worker: document.worker ?? null,
    claim: document.claim ?? null,
    slot: document.slot ?? null,
    abandoned: document.abandoned ?? null,
    dispatchId: document.dispatchId,
    routing: document.routing ?? null,
    cancelRequestedAt: document.cancelRequestedAt ?? null,
    cancelReason: reasonFrom(document.cancelReason),
    progress: document.progress ?? null,
    usage: document.usage ?? null,
    usageSeries: document.usageSeries ?? null,
    result: fromStoredJson(document.result, document.resultText),
    error: document.error ?? null,
    errorSummary: document.errorSummary ?? null,
    missed: document.missed ?? null,
    fingerprint: document.fingerprint ?? null,
    history: document.history.map(toHistoryEntry),
  };
}

/** Earlier versions wrote of a shard only what started it, and its index behind the last "#" of its id. */
function partOf({
  id,
  trigger,
  part,
}: Pick<InstanceDocument, "id" | "trigger" | "part">): JobInstance["part"] {
  if (part || trigger.type !== TriggerType.Broadcast || trigger.of === undefined) return part ?? null;
  return { of: trigger.of, name: id.slice(id.lastIndexOf("#") + 1) };
}

/** The lane of a stored run: a job's own is not stored. */
export function laneOfDocument({ lane, jobKey }: Pick<InstanceDocument, "lane" | "jobKey">): string {
  return lane ?? jobKey;
}

/** Its `waitsIn` and its turn may be there for a while after it waited. */
export function isWaiting({ reason }: Pick<InstanceDocument, "reason">): boolean {
  return waitsForSlot({ reason: reasonFrom(reason) });
}

function toHistoryEntry({ at, from, to, attempt, worker, reason }: Present<HistoryEntry>): HistoryEntry {
  return { at, from: from ?? null, to, attempt, worker: worker ?? null, reason: reasonFrom(reason) };
}

/** Documents written before there were codes hold a text. */
function reasonFrom(stored: Reason | string | null | undefined): Reason | null {
  if (typeof stored === "string") return { code: "note", parameters: { text: stored } };
  return stored ?? null;
}

export type SummaryDocument = Present<Omit<JobInstanceSummary, "lane">> &
  Pick<InstanceDocument, "lane"> & { readonly _id: string };

export function toSummary(document: SummaryDocument): JobInstanceSummary {
  const { _id, ...rest } = document;
  return {
    ...NOTHING_LISTED,
    ...rest,
    lane: rest.lane ?? rest.jobKey,
    part: partOf(rest),
    reason: reasonFrom(rest.reason),
    cancelReason: reasonFrom(rest.cancelReason),
  };
}

/**
 * The fields that a change sets and those that it removes; outside Processing a run has no claim, and a slot only while its code is
 * abandoned, and after its end no unique key, whatever the change says.
 * @param slot the slot it wins, for an admission
 */
export function toPatchUpdate(
  { set: patch, when }: Pick<InstanceChange, "set" | "when">,
  slot: number | null,
): { readonly set: Document; readonly unset: Document } {
  const { slot: _, result, args, ...fields } = patch;
  const set: Document = present(fields);
  const unset: Document = {};
  for (const [name, value] of Object.entries(fields)) if (value === null) unset[name] = "";
  for (const [name, value] of Object.entries({ result, args })) {
    if (value === undefined) continue;
    if (value !== null) Object.assign(set, jsonFields(name, value));
    for (const field of [name, `${name}Text`]) if (!(field in set)) unset[field] = "";
  }
  // A job's own lane is not stored.
  if (patch.lane !== undefined && jobOfLane(patch.lane) === patch.lane) {
    delete set["lane"];
    unset["lane"] = "";
  }
  if (slot !== null) set["slot"] = slot;
  if (patch.state !== undefined && isTerminal(patch.state)) {
    set["ended"] = true;
    unset["uniqueKey"] = "";
  }
  if (patch.state !== undefined && !isTerminal(patch.state) && when.states.some(isTerminal))
    unset["ended"] = "";
  if (patch.state !== undefined && patch.state !== "Processing") {
    delete set["claim"];
    unset["claim"] = "";
    // Where it had left Processing before, it has a slot only because its code is abandoned.
    if (when.states.includes("Processing") && !patch.abandoned) unset["slot"] = "";
  }
  if (patch.abandoned === null) unset["slot"] = "";
  return { set, unset };
}

/** The value without members that are `null`. */
export function present<Value extends object>(value: Value): Present<Value> {
  const kept: Document = {};
  for (const [name, field] of Object.entries(value)) if (field !== null) kept[name] = field;
  return kept as Present<Value>;
}

/** When the server may remove a run that ends with this patch, where no sweep removes it for a day. */
export function expiryOf(
  ended: Pick<InstancePatch, "state" | "completedAt">,
  maxAgeDays: number | null,
): Date | null {
  if (ended.state === undefined || !isTerminal(ended.state) || !ended.completedAt || maxAgeDays === null)
    return null;
  return new Date(ended.completedAt.getTime() + (maxAgeDays + 1) * A_DAY_MS);
}

export const A_DAY_MS: number = 24 * 60 * 60 * 1000;

/** Where tenant and name meet; tenants have no slash in them. */
export function documentId(tenant: string, name: string): string {
  return `${tenant}/${name}`;
}

export function jsonFields(name: string, value: JsonValue): Document {
  const stored = toStoredJson(value);
  return "value" in stored ? { [name]: stored.value } : { [`${name}Text`]: stored.text };
}
