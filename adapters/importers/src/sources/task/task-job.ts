import type { JsonValue } from "@mojob/core";
import type { TaskBody } from "@mojob/core/engine";
import { warning } from "../../finding.ts";
import type { SourceJob } from "../source-job.ts";
import type { TaskDraft } from "./task-draft.ts";

type BodyOptions = Pick<TaskBody, "onFailure" | "maxParallel">;

/** The parts of a job that follow from its graph: its work, its arguments, and whether it has to be finished first. */
export function taskJob(
  draft: TaskDraft,
  options: Readonly<Record<string, unknown>>,
  more: BodyOptions = {},
): Pick<SourceJob, "work" | "args" | "options" | "findings"> {
  const { nodes, params, isUnfinished } = draft;
  const body: TaskBody = { engine: 1, ...(params.length > 0 && { params }), nodes, ...more };
  return {
    work: { kind: "task", body },
    args: params.length > 0 ? ({} satisfies JsonValue) : null,
    options: { ...options, ...(isUnfinished && { disabled: true }) },
    findings: isUnfinished ? [warning("unfinished", "disabled"), ...draft.findings] : draft.findings,
  };
}
