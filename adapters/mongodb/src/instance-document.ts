import {
  type InstancePatch,
  isTerminal,
  type JobInstance,
  type JobInstanceSummary,
  type JsonValue,
} from "@mojob/core";
import type { Document, ObjectId, Timestamp } from "mongodb";
import { fromStoredJson, toStoredJson } from "./json-field.ts";
import type { InstanceDocument } from "./mongodb-documents.ts";

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

/** A new run as it is stored; a slot is given by an admission and by nothing else. */
export function toInstanceDocument(instance: JobInstance, own: NewDocument): InstanceDocument {
  const { slot: _, args, result, ...rest } = instance;
  const { expiresAt, ...stamps } = own;
  return {
    _id: documentId(instance.tenant, instance.id),
    ...rest,
    ...jsonFields("args", args),
    ...jsonFields("result", result),
    ...stamps,
    ...(expiresAt !== null && { expiresAt }),
  };
}

export function toInstance(document: InstanceDocument): JobInstance {
  const { _id, args, argsText, result, resultText, slot, changedAt, ticket, expiresAt, ...rest } = document;
  return {
    ...rest,
    slot: slot ?? null,
    args: fromStoredJson(args, argsText),
    result: fromStoredJson(result, resultText),
  };
}

export type SummaryDocument = Omit<JobInstanceSummary, "slot"> & {
  readonly _id: string;
  readonly slot?: number;
};

export function toSummary(document: SummaryDocument): JobInstanceSummary {
  const { _id, slot, ...rest } = document;
  return { ...rest, slot: slot ?? null };
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
  const set: Document = { ...fields };
  const unset: Document = {};
  if (result !== undefined) {
    const stored = toStoredJson(result);
    if ("value" in stored) {
      set["result"] = stored.value;
      unset["resultText"] = "";
    } else {
      set["resultText"] = stored.text;
      unset["result"] = "";
    }
  }
  if (slot !== null) set["slot"] = slot;
  if (patch.state !== undefined && patch.state !== "Processing") {
    set["claim"] = null;
    unset["slot"] = "";
  }
  return { set, unset };
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
