import type { Filter } from "mongodb";
import type { InstanceDocument } from "./mongodb-documents.ts";
import { exactly, runsOfJob } from "./typed-filter.ts";

/** Runs that wait for a slot of this lane, and some that did. */
export function waitingIn(tenant: string, lane: string): Filter<InstanceDocument> {
  return { tenant: exactly(tenant), waitsIn: exactly(lane) };
}

/** Waiting runs of one priority that have a turn. */
export function withTurn(tenant: string, lane: string, priority: number): Filter<InstanceDocument> {
  return { ...waitingIn(tenant, lane), priority: exactly(priority), turn: { $gt: 0 } };
}

/** Waiting runs of one priority and one key that have a turn. */
export function withTurnOf(
  tenant: string,
  lane: string,
  priority: number,
  key: string,
): Filter<InstanceDocument> {
  return { ...withTurn(tenant, lane, priority), "fairShare.key": exactly(key) };
}

/** Runs that hold a slot of these jobs, in whichever lane. */
export function slotHolders(tenant: string, jobKeys: readonly string[]): Filter<InstanceDocument> {
  return { $or: jobKeys.map((jobKey) => ({ ...runsOfJob(tenant, jobKey), slot: { $gte: 0 } })) };
}
