import { canonicalJson, jsonMember, type JsonObject, type JsonValue } from "../../base/json.ts";
import { ChildCondition, type ChildJob } from "../../model/option/value/child-job.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { JobState } from "../../model/instance/job-state.ts";

/** The parts of a parent's run that the arguments of a child can name. */
export type ParentRun = Pick<JobInstance, "id" | "jobKey" | "state" | "args" | "result" | "error">;

const STARTS_ON: Readonly<Record<ChildCondition, readonly JobState[]>> = {
  success: [JobState.Succeeded],
  failure: [JobState.Terminated],
  end: [JobState.Succeeded, JobState.Terminated, JobState.Cancelled],
};

const PLACEHOLDER = /\{((?:args|result|run|error)(?:\.[\w$-]+)*)\}/g;
const ONE_PLACEHOLDER = new RegExp(`^${PLACEHOLDER.source}$`);

/** Whether a run that ends so starts the child. */
export function isChildDue({ on = ChildCondition.Success }: ChildJob, state: JobState): boolean {
  return STARTS_ON[on].includes(state);
}

/**
 * The arguments of a child, made of the parent's run: `{args}`, `{args.month}`, `{result.lines.0}`, `{run.id}`, `{run.job}`,
 * `{run.state}`, `{error.code}`, `{error.message}`, in texts at any depth.
 *
 * A text that is one placeholder becomes the value itself, `null` where there is none; within a longer text it becomes text.
 * Other braces stay as they are.
 */
export function childArgs(template: JsonValue, parent: ParentRun): JsonValue {
  const { args, result, error } = parent;
  const run = { id: parent.id, job: parent.jobKey, state: parent.state };
  const sources: JsonObject = {
    args,
    result,
    run,
    error: error && { code: error.code, message: error.message },
  };
  const at = (path: string): JsonValue => jsonMember(sources, path.split(".")) ?? null;

  const fill = (value: JsonValue): JsonValue => {
    if (typeof value === "string") {
      const [, path] = ONE_PLACEHOLDER.exec(value) ?? [];
      return path === undefined
        ? value.replaceAll(PLACEHOLDER, (_, inner: string) => textOf(at(inner)))
        : at(path);
    }
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member)]));
  };
  return fill(template);
}

function textOf(value: JsonValue): string {
  if (value === null) return "";
  return typeof value === "string" ? value : canonicalJson(value);
}
