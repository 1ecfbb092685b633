import { sha256Now } from "../../base/sha256.ts";
import { byteLength } from "../../base/truncate.ts";
import { type JobInstance, TriggerType } from "../instance/job-instance.ts";
import { parseRunName } from "../task/run-name.ts";

/** The files and folders in the folder of a run, by what they hold (seed 004, 4.3.4). */
export const RunFolderName = {
  /** The context: of a job its run, of a task its state too. */
  Context: "ctx.json",
  /** One line of JSON for each change of the context. */
  ContextLog: "ctx.log",
  Params: "params.json",
  /** The folders of the jobs that are under way, one a line. */
  CurrentJobs: "currJobs",
  /** The folders of a task's jobs. */
  Jobs: "jobs",
  /** The phases `ready`, `process` and `end`, as far as there are any. */
  Code: "executeCode",
  /** `1`: it has succeeded; `0`: it has not. */
  Status: "status",
  Inputs: "inputs",
  /** A file for each result, by its name. */
  Outputs: "outputs",
  Log: "job.log",
  ErrorLog: "job-error.log",
} as const;

/** No name of a file may be longer on the usual file systems, in bytes; some are left for what is put behind it. */
const MOST_BYTES = 220;
const HASH_LENGTH = 16;
/** Everything but letters, digits and signs that are nothing else in a path, a shell's pattern or a file system. */
const UNFIT = /[^\p{L}\p{N}_.~@#,+-]/gu;

/**
 * The name of a run's folder: `task-{key}-{run}` of a task, `job-{key}-{run}` of another run; of a node `job-{node}-{run}`, whatever it runs.
 * Signs that a name of a file may not have are `_` in it, `:` is `,`; one that is too long ends with a hash.
 * @example
 * ```ts
 * runFolderName(run, false); // "job-concat-~019ab…_#concat"
 * ```
 */
export function runFolderName(
  { id, jobKey, part, trigger }: Pick<JobInstance, "id" | "jobKey" | "part" | "trigger">,
  isTask: boolean,
): string {
  const isNode = part !== null && trigger.type === TriggerType.Task;
  const node = isNode ? parseRunName(part.name)?.node : undefined;
  const whole = `${isTask && !isNode ? "task" : "job"}-${node ?? jobKey}-${id}`;
  const name = whole.replaceAll(":", ",").replaceAll(UNFIT, "_");
  if (byteLength(name) <= MOST_BYTES) return name;
  const hash = sha256Now(whole).slice(0, HASH_LENGTH);
  let end = name.length;
  while (byteLength(name.slice(0, end)) > MOST_BYTES - HASH_LENGTH - 1) end -= 1;
  return `${name.slice(0, end)}-${hash}`;
}
