import type { Asker } from "../../access/asker.ts";
import { invalidInput } from "../../base/input.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { JsonObject } from "../../base/json.ts";
import { type JobWork, WorkKind } from "../../model/job-work.ts";
import { parseJobWork } from "../../model/job-work-schema.ts";
import type { TaskBody } from "../../task/body/task-body.ts";
import { unbuiltParts } from "./unbuilt-parts.ts";
import { readStoredWork } from "./read-stored-work.ts";
import { validateTask } from "../../task/plan/validate-task.ts";

/** A task may be saved before the jobs that it names: they may come with the next deploy. */
const MAY_COME: ReadonlySet<string> = new Set(["unknown_job", "unknown_task"]);

export interface ParseWorkContext {
  /** Those of the job. */
  readonly key: string;
  readonly app: string;
  /** Who makes it: one who may not start jobs of every app names those of its own alone. */
  readonly asker: Asker;
  readonly cache: Pick<JobDefinitionCache, "getMany">;
}

/**
 * What a job runs, as it is given.
 * @throws MoJobError `invalid_argument` with a pointer below `/work` for every mistake
 */
export async function parseWork(
  input: unknown,
  { key, app, asker, cache }: ParseWorkContext,
  doing: string,
): Promise<JobWork> {
  const work = parseJobWork(input, doing);
  if (work.kind !== WorkKind.Task) return work;
  const isFree = asker.apps.isAll;
  const stored = await readStoredWork(key, work.body, cache, (of) => isFree || of === app);
  const checked = validateTask(work.body, stored);
  const unbuilt = checked.body === null ? [] : unbuiltParts(checked.body);
  const issues = [...checked.issues.filter(({ code }) => !isFree || !MAY_COME.has(code)), ...unbuilt];
  if (issues.length > 0)
    throw invalidInput(
      doing,
      issues.map((issue) => ({ ...issue, pointer: `/work/body${issue.pointer}` })),
    );
  return work;
}

/** What the parameters that a task declares make of its arguments; `null` where it declares none, and for other work. */
export function schemaOfTask(work: JobWork): JsonObject | null {
  if (work.kind !== WorkKind.Task) return null;
  const { params = [] } = work.body as unknown as TaskBody;
  if (params.length === 0) return null;
  const properties = params.map(({ name, type, value }) => [
    name,
    { ...TYPE_SCHEMAS[type], ...(value !== undefined && { default: value }) },
  ]);
  const required = params.flatMap((param) =>
    param.required === true && param.value === undefined ? [param.name] : [],
  );
  return {
    type: "object",
    properties: Object.fromEntries(properties) as JsonObject,
    required,
    additionalProperties: false,
  };
}

const TYPE_SCHEMAS: Readonly<Record<NonNullable<TaskBody["params"]>[number]["type"], JsonObject>> = {
  text: { type: "string" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  file: { type: "object" },
  document: { type: "object" },
  json: {},
};
