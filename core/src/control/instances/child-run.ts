import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { byteLength } from "../../base/truncate.ts";
import { canonicalJson, jsonMember, type JsonObject, type JsonValue } from "../../base/json.ts";
import { numberOfFailure } from "../../model/code/number-of-code.ts";
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

/** The largest arguments that a request to trigger a job may send. */
export const MOST_ARGS_BYTES: number = 1024 * 1024;

const PLACEHOLDER = /\{((?:args|result|run|error)(?:\.[\w$-]+)*)\}/g;
const ONE_PLACEHOLDER = new RegExp(`^${PLACEHOLDER.source}$`);

/** Whether a run that ends so starts the child. */
export function isChildDue({ on = ChildCondition.Success }: ChildJob, state: JobState): boolean {
  return STARTS_ON[on].includes(state);
}

/**
 * The arguments of a child, made of the parent's run: `{args}`, `{args.month}`, `{result.lines.0}`, `{run.id}`, `{run.job}`,
 * `{run.state}`, `{error.code}`, `{error.number}`, `{error.message}`, in texts at any depth.
 *
 * A text that is one placeholder becomes the value itself, `null` where there is none; within a longer text it becomes text.
 * Other braces stay as they are.
 * @throws MoJobError `invalid_args` for more than `MOST_ARGS_BYTES`, before any of it is made
 */
export function childArgs(template: JsonValue, parent: ParentRun): JsonValue {
  const { args, result, error } = parent;
  const run = { id: parent.id, job: parent.jobKey, state: parent.state };
  const sources: JsonObject = {
    args,
    result,
    run,
    error: error && { code: error.code, number: numberOfFailure(error), message: error.message },
  };
  const values = new Map<string, Filled>();
  const at = (path: string): Filled => {
    const value = values.get(path) ?? filledWith(jsonMember(sources, path.split(".")) ?? null);
    values.set(path, value);
    return value;
  };

  const bytesOf = (value: JsonValue): number => {
    if (typeof value === "string") {
      const [, path] = ONE_PLACEHOLDER.exec(value) ?? [];
      if (path !== undefined) return at(path).bytes;
      let bytes = jsonBytes(value);
      for (const [text, inner = ""] of value.matchAll(PLACEHOLDER))
        bytes += at(inner).textBytes - text.length;
      return bytes;
    }
    if (typeof value !== "object" || value === null) return jsonBytes(value);
    if (Array.isArray(value))
      return (value as readonly JsonValue[]).reduce<number>((sum, item) => sum + bytesOf(item) + 1, 2);
    return Object.entries(value).reduce((sum, [name, item]) => sum + jsonBytes(name) + bytesOf(item) + 2, 2);
  };

  const fill = (value: JsonValue): JsonValue => {
    if (typeof value === "string") {
      const [, path] = ONE_PLACEHOLDER.exec(value) ?? [];
      return path === undefined
        ? value.replaceAll(PLACEHOLDER, (_, inner: string) => at(inner).text)
        : at(path).value;
    }
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member)]));
  };
  const bytes = bytesOf(template);
  if (bytes > MOST_ARGS_BYTES) throw tooLong(bytes);
  return fill(template);
}

/** The value of a placeholder, read once however often it is named. */
interface Filled {
  readonly value: JsonValue;
  readonly bytes: number;
  readonly text: string;
  /** The size of the text within a text of JSON. */
  readonly textBytes: number;
}

function filledWith(value: JsonValue): Filled {
  const text = textOf(value);
  return { value, text, bytes: jsonBytes(value), textBytes: jsonBytes(text) - 2 };
}

function jsonBytes(value: JsonValue): number {
  return byteLength(JSON.stringify(value));
}

function tooLong(bytes: number): MoJobError {
  const issue = issueAt("/args", "too_many_bytes", { max: MOST_ARGS_BYTES, bytes });
  return new MoJobError(
    MoJobErrorCode.InvalidArgs,
    `Cannot fill in the arguments of a child: "${issue.pointer}" ${issue.message}`,
    { issues: [issue] },
  );
}

function textOf(value: JsonValue): string {
  if (value === null) return "";
  return typeof value === "string" ? value : canonicalJson(value);
}
