import { type CreationPosition, TERMINAL_STATES } from "@mojob/core/ports";
import type { Filter } from "mongodb";
import type { InstanceDocument } from "./mongodb-documents.ts";
import { IS_PART, NO_PART } from "./part-filter.ts";
import { anyOf, exactly, runsOfJob, through } from "./typed-filter.ts";

/** The parts of these runs. */
export function partsOfRuns(tenant: string, ids: readonly string[]): Filter<InstanceDocument> {
  return { tenant: exactly(tenant), "part.of": anyOf(ids) };
}

/** Ended runs of a job but parts of others, at this place in its list or older; `null` is all. */
export function endedRunsOfJob(
  tenant: string,
  jobKey: string,
  states: readonly InstanceDocument["state"][],
  newest: CreationPosition | null,
): Filter<InstanceDocument> {
  return through(
    { ...runsOfJob(tenant, jobKey), ...(newest !== null && { createdAt: { $lte: new Date(newest.at) } }) },
    {
      state: anyOf(states),
      ...NO_PART,
      ...(newest !== null && {
        $or: [{ createdAt: { $lt: new Date(newest.at) } }, { id: { $lte: newest.id } }],
      }),
    },
  );
}

/** Runs of a job that ended before, without parts of others or these alone. */
export function oldRunsOfJob(
  tenant: string,
  jobKey: string,
  endedBefore: Date,
  { parts }: { readonly parts: boolean },
): Filter<InstanceDocument> {
  return through(
    // It was created before it ended, so the index ends the search early.
    { ...runsOfJob(tenant, jobKey), createdAt: { $lt: endedBefore } },
    {
      state: { $in: [...TERMINAL_STATES] },
      completedAt: { $lt: endedBefore },
      ...(parts ? IS_PART : NO_PART),
    },
  );
}
