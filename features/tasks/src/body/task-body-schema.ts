import { type TaskBody, wanted } from "@mojob/core/engine";
import { OnFailure, OnRetry, TASK_ENGINE } from "@mojob/core/feature";
import * as v from "valibot";
import { PARAM_DECLARATIONS, RESOURCES, RESULT_DECLARATIONS } from "./job-schema.ts";
import { NODES_SCHEMA } from "./node-schema.ts";
import { expression, oneOf, wholeFrom } from "./part-schema.ts";

const DAY_MS = 86_400_000;

/** The shape of a task's body; what its parts say of each other is checked by `validateTask`. */
export const TASK_BODY_SCHEMA: v.GenericSchema<unknown, TaskBody> = v.strictObject({
  engine: v.literal(TASK_ENGINE, wanted("not_one_of", { values: [String(TASK_ENGINE)] })),
  params: v.exactOptional(PARAM_DECLARATIONS),
  vars: v.exactOptional(RESULT_DECLARATIONS),
  resources: v.exactOptional(RESOURCES),
  nodes: NODES_SCHEMA,
  results: v.exactOptional(RESULT_DECLARATIONS),
  successCondition: v.exactOptional(expression),
  onFailure: v.exactOptional(oneOf(OnFailure)),
  onRetry: v.exactOptional(oneOf(OnRetry)),
  holdTimeoutMs: v.exactOptional(wholeFrom(1000, 365 * DAY_MS)),
  cleanupTimeoutMs: v.exactOptional(wholeFrom(1000, DAY_MS)),
  maxParallel: v.exactOptional(wholeFrom(1, 10_000)),
});
