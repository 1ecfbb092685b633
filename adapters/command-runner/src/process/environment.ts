import process from "node:process";
import { join } from "node:path";
import { type JobInstance, type JsonValue, TriggerType, type WorkContext } from "@mojob/core/ports";
import { RunFile } from "./run-folder.ts";

/** The variables of its worker's environment that a program may see unless the worker says otherwise. */
const PASSED: readonly string[] = ["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ"];

export interface EnvironmentOptions {
  /** Names of the worker's own variables that programs see. @default ["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ"] */
  readonly passEnv?: readonly string[];
  /** Variables that every program gets. @default none */
  readonly env?: Readonly<Record<string, string>>;
}

/** The variable by which a process is known as one of a run, wherever it went. */
export const PROCESS_MARK = "MOJOB_PROCESS";

/** The variables that all programs of a worker get of its own environment: none that the worker does not list. */
export function basicEnvironment({ passEnv = PASSED, env = {} }: EnvironmentOptions): Record<string, string> {
  const passed = passEnv.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...(Object.fromEntries(passed) as Record<string, string>), ...env };
}

/**
 * Which run it is, and where its files are; `HOME` and `TMPDIR` are the run's own folder unless the worker sets them.
 * @param args with the paths of files
 */
export function runEnvironment(
  basic: Readonly<Record<string, string>>,
  folder: string,
  instance: JobInstance,
  context: WorkContext,
  args: JsonValue,
): Record<string, string> {
  return {
    HOME: folder,
    TMPDIR: folder,
    ...basic,
    MOJOB_TENANT: context.tenant,
    MOJOB_APP: instance.app,
    MOJOB_JOB_KEY: context.jobKey,
    MOJOB_RUN_ID: context.instanceId,
    MOJOB_ATTEMPT: String(context.attempt),
    MOJOB_SHARD_INDEX: String(context.shard.index),
    MOJOB_SHARD_TOTAL: String(context.shard.total),
    MOJOB_TRIGGER: context.trigger.type,
    ...(context.trigger.nominalTime !== undefined && {
      MOJOB_NOMINAL_TIME: context.trigger.nominalTime.toISOString(),
    }),
    ...(context.trigger.schedule !== undefined && { MOJOB_SCHEDULE: context.trigger.schedule }),
    MOJOB_WORK_DIR: folder,
    MOJOB_ARGS_FILE: join(folder, RunFile.Args),
    MOJOB_RESULT_FILE: join(folder, RunFile.Result),
    MOJOB_STATUS_FILE: join(folder, RunFile.Status),
    MOJOB_INPUTS_DIR: join(folder, RunFile.Inputs),
    MOJOB_OUTPUTS_DIR: join(folder, RunFile.Outputs),
    ...(context.callbackUrl !== undefined && { MOJOB_CALLBACK_URL: context.callbackUrl }),
    ...paramsEnvironment({ trigger: context.trigger, jobKey: context.jobKey, args }),
  };
}

/** Longer ones are in the file of arguments alone: what all variables may have together is bounded. */
const LONGEST_PARAM = 4096;
const MOST_PARAMS = 100;
const PARAM_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
/** The names that are free for parameters: programs take others for their own settings, such as `http_proxy`. */
const OWN_NAME = /^(?!npm_)(?!.*_proxy$)[a-z][a-z0-9_]*$/;
/** The members that mark the values of `File(path)` and `Document(path)`. */
const HANDLES: ReadonlySet<string> = new Set(["$file", "$document"]);
/** Only the keys of jobs that bodies hold have it. */
const OWN_JOB_SIGN = "#";

/**
 * The parameters of a task's node, whose author has named them; arguments of other runs come from their callers. Work that the body
 * holds has them by their own names too, as `${file1}`: its author is that of the names.
 */
export function paramsEnvironment({
  trigger,
  jobKey,
  args,
}: Pick<WorkContext, "trigger" | "jobKey" | "args">): Record<string, string> {
  if (trigger.type !== TriggerType.Task || typeof args !== "object" || args === null || Array.isArray(args))
    return {};
  const params = Object.entries(args).flatMap(([name, value]) => {
    const text = textOf(value);
    const isFit = PARAM_NAME.test(name) && text.length <= LONGEST_PARAM && !text.includes("\0");
    return isFit ? [[name, text] as const] : [];
  });
  const isOwn = jobKey.includes(OWN_JOB_SIGN);
  return Object.fromEntries(
    params
      .slice(0, MOST_PARAMS)
      .flatMap(([name, text]) => [
        ...(isOwn && OWN_NAME.test(name) ? [[name, text] as const] : []),
        [`MOJOB_PARAM_${name}`, text] as const,
      ]),
  );
}

/** The text of a value; of a file of this machine, as `File(/in/a.txt)` names it, the path. */
function textOf(value: JsonValue): string {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const [only, ...more] = Object.entries(value);
    if (only !== undefined && more.length === 0 && HANDLES.has(only[0]) && typeof only[1] === "string")
      return only[1];
  }
  return JSON.stringify(value);
}

/** Where each secret is, by its name. */
export function secretsEnvironment(folder: string, names: Iterable<string>): Record<string, string> {
  const paths = [...names].map((name) => [`MOJOB_SECRET_${name}_FILE`, join(folder, RunFile.Secrets, name)]);
  return Object.fromEntries(paths) as Record<string, string>;
}
