import { invalidInput } from "../../base/input.ts";
import type { JsonObject } from "../../base/json.ts";
import { type JobWork, WorkKind } from "../../model/job-work.ts";
import { parseJobWork } from "../../model/job-work-schema.ts";
import type { TaskBody } from "../../task/body/task-body.ts";
import { validateTask } from "../../task/plan/validate-task.ts";

/** What a job runs, as it is given. @throws MoJobError `invalid_argument` with a pointer below `/work` for every mistake */
export function parseWork(input: unknown, doing: string): JobWork {
  const work = parseJobWork(input, doing);
  if (work.kind !== WorkKind.Task) return work;
  const { body, issues } = validateTask(work.body);
  if (body === null)
    throw invalidInput(
      doing,
      issues.map((issue) => ({ ...issue, pointer: `/work/body${issue.pointer}` })),
    );
  return { kind: WorkKind.Task, body: body as TaskBody & JsonObject };
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
