import {
  type InstancePatch,
  isTerminal,
  type JobInstance,
  type JobInstanceSummary,
  type JsonValue,
} from "@mojob/core";
import type { Document, ObjectId, Timestamp } from "mongodb";
import { fromStoredJson, toStoredJson } from "./json-field.ts";
import type { InstanceDocument, Present } from "./mongodb-documents.ts";

/** What lists leave out. */
export const SUMMARY_PROJECTION: Document = {
  args: 0,
  argsText: 0,
  result: 0,
  resultText: 0,
  error: 0,
  history: 0,
  claim: 0,
  fingerprint: 0,
  changedAt: 0,
  ticket: 0,
  expiresAt: 0,
};

export interface NewDocument {
  readonly changedAt: Timestamp;
  readonly ticket: ObjectId;
  readonly expiresAt: Date | null;
}

/** What a document leaves out where it is `null`, in a list. */
const NOTHING_LISTED = {
  reason: null,
  scheduledFor: null,
  enqueuedAt: null,
  startedAt: null,
  completedAt: null,
  retryAt: null,
  worker: null,
  slot: null,
  cancelRequestedAt: null,
  cancelReason: null,
  progress: null,
  missed: null,
} as const;
const NOTHING = { ...NOTHING_LISTED, claim: null, error: null, fingerprint: null } as const;
const NOTHING_TOLD = { from: null, worker: null, reason: null } as const;

/** A new run as it is stored; a slot is given by an admission and by nothing else. */
export function toInstanceDocument(instance: JobInstance, own: NewDocument): InstanceDocument {
  const { slot: _, args, result, history, ...rest } = instance;
  const { expiresAt, ...stamps } = own;
  return {
    _id: documentId(instance.tenant, instance.id),
    ...present(rest),
    ...(args !== null && jsonFields("args", args)),
    ...(result !== null && jsonFields("result", result)),
    history: history.map(present),
    ...stamps,
    ...(expiresAt !== null && { expiresAt }),
  };
}

export function toInstance(document: InstanceDocument): JobInstance {
  const { _id, args, argsText, result, resultText, history, changedAt, ticket, expiresAt, ...rest } =
    document;
  return {
    ...NOTHING,
    ...rest,
    args: fromStoredJson(args, argsText),
    result: fromStoredJson(result, resultText),
    history: history.map((entry) => ({ ...NOTHING_TOLD, ...entry })),
  };
}

export type SummaryDocument = Present<JobInstanceSummary> & { readonly _id: string };

export function toSummary(document: SummaryDocument): JobInstanceSummary {
  const { _id, ...rest } = document;
  return { ...NOTHING_LISTED, ...rest };
}

/**
 * What a patch sets and what it takes away; outside Processing a run has neither slot nor claim, whatever the patch says.
 * @param slot the slot it wins, for an admission
 */
export function toPatchUpdate(
  patch: InstancePatch,
  slot: number | null,
): { readonly set: Document; readonly unset: Document } {
  const { slot: _, result, ...fields } = patch;
  const set: Document = present(fields);
  const unset: Document = {};
  for (const [name, value] of Object.entries(fields)) if (value === null) unset[name] = "";
  if (result !== undefined) {
    const stored = toStoredJson(result);
    if ("text" in stored) set["resultText"] = stored.text;
    else if (stored.value !== null) set["result"] = stored.value;
    for (const name of ["result", "resultText"]) if (!(name in set)) unset[name] = "";
  }
  if (slot !== null) set["slot"] = slot;
  if (patch.state !== undefined && patch.state !== "Processing") {
    delete set["claim"];
    unset["claim"] = "";
    unset["slot"] = "";
  }
  return { set, unset };
}

/** Without what is `null`. */
export function present<Value extends object>(value: Value): Present<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null)) as Present<Value>;
}

/** When the server may remove a run that ends with this patch, should nobody sweep for a day. */
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
