import type { JsonObject } from "../../base/json.ts";
import { type JobWork, WorkKind } from "../job-work.ts";
import type { TaskBody } from "./task-body.ts";

/** The schema of a task's arguments, by the parameters that it declares; `null` where it declares none, and for other work. */
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
