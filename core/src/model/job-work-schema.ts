import * as v from "valibot";
import { parseInput } from "../base/input.ts";
import { wanted } from "../base/issue/issue.ts";
import { copyJson } from "../base/json.ts";
import type { JobWork } from "./job-work.ts";
import { workKinds } from "./work-kinds.ts";

/** Graphs of tasks are the largest, and have limits of their own. */
const LIMITS = { maxDepth: 64, maxNodes: 300_000 };

/** The schema of a job's work as it is given: of a kind that this process knows when it looks. */
export const JOB_WORK_SCHEMA: v.GenericSchema<unknown, JobWork> = v.lazy(() => {
  const kinds = workKinds();
  const schemas = kinds.map(({ schema }) => schema) as unknown as v.VariantOptions<"kind">;
  const names = kinds.map(({ kind }) => kind);
  return v.variant("kind", schemas, wanted("work_kind", { kinds: names })) as v.GenericSchema<
    unknown,
    JobWork
  >;
});

/** @throws MoJobError `invalid_argument` with a pointer below `/work` for every mistake */
export function parseJobWork(input: unknown, doing: string): JobWork {
  const { work } = parseInput(v.object({ work: JOB_WORK_SCHEMA }), { work: input }, doing);
  // A copy that is JSON, so that every store keeps it as it is.
  return copyJson(work, "/work", LIMITS) as unknown as JobWork;
}
