import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { JobInstance, JobTrigger } from "./job-instance.ts";

/** Most runs that begin each other, one after the other: by children, by nodes that do not wait, and by code. */
export const LONGEST_CHAIN = 100;
/** A run that is to begin as much later or more begins a chain of its own: it is no storm. */
export const NEW_CHAIN_AFTER_MS = 60_000;
const SHOWN = 6;

type Link = Pick<JobInstance, "id" | "jobKey" | "trigger">;

/** The members of a trigger that name the run which began the new one. */
export function chainAfter({ id, trigger }: Link): Required<Pick<JobTrigger, "of" | "depth">> {
  return { of: id, depth: (trigger.depth ?? 0) + 1 };
}

/** Of a part of a run: it stands where its whole does. */
export function chainOf({ depth }: JobTrigger): Pick<JobTrigger, "depth"> {
  return depth === undefined ? {} : { depth };
}

/**
 * Why a run cannot begin another one: the keys of the latest runs of its chain, and that of the one it would begin; `null` where it can.
 * @param read finds the runs with these ids
 */
export async function tooLongChain(
  last: Link,
  next: string,
  read: (ids: readonly string[]) => Promise<readonly (Link | null)[]>,
): Promise<{ readonly max: number; readonly path: readonly string[] } | null> {
  if (chainAfter(last).depth < LONGEST_CHAIN) return null;
  const path = [next];
  for (let run: Link | null = last; run !== null && path.length < SHOWN;) {
    path.unshift(run.jobKey);
    const before: readonly (Link | null)[] = run.trigger.of === undefined ? [] : await read([run.trigger.of]);
    run = before[0] ?? null;
  }
  return { max: LONGEST_CHAIN, path: ["…", ...path] };
}

export function chainTooLong(
  key: string,
  { max, path }: { readonly max: number; readonly path: readonly string[] },
): MoJobError {
  return new MoJobError(
    MoJobErrorCode.ChainTooLong,
    `Cannot trigger job "${key}": runs that begin each other are ${max} by now (${path.join(" → ")}); find what begins itself again, or begin it a minute later or more with "delayMs"`,
  );
}
