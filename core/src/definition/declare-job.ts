import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { assertJobKey } from "../model/name/names.ts";
import { copyJson, type JsonObject } from "../base/json.ts";
import { declaredLayers } from "../model/layer/declared-layers.ts";
import { JobKind } from "../model/option/job-kind.ts";
import type { ArgsSchema, JobDefaults } from "../model/option/job-options.ts";
import { jobKeyOf } from "./job-key.ts";
import type { JobRegistration } from "../job/job-registration.ts";
import type { DeclaredJob, StatedJob } from "../scheduler/job-registry.ts";
import { parseStatedOptions } from "../model/option/option-schema.ts";
import { LONGEST_MS } from "../model/option/option.ts";
import { resolveJobOptions } from "../model/option/resolve-options.ts";
import { assertArgsSchema } from "./json-schema/assert-args-schema.ts";
import { assertTogether } from "./assert-together.ts";
import { parseDeclaredTask, taskWork } from "./task/declared-body.ts";
import { schemaOfTask } from "../model/task/task-args-schema.ts";

/** The nodes of a task have time limits of their own. */
const WITHOUT_TIME_LIMIT = { timeoutMs: LONGEST_MS };

/** The statements of an app's code about a job that it registers. */
export function stateJob(registration: JobRegistration, app: string): StatedJob {
  const {
    key: _key,
    args,
    argsJsonSchema,
    ...stated
  } = registration.options as typeof registration.options & {
    readonly args?: ArgsSchema<unknown>;
    readonly argsJsonSchema?: JsonObject;
  };
  return {
    key: jobKeyOf(registration, app),
    kind: registration.kind,
    typeName: registration.typeName,
    options: stated,
    argsSchema: argsJsonSchema ?? (args === undefined ? null : jsonSchemaOf(args)),
    ...(registration.task !== undefined && { task: registration.task }),
  };
}

/**
 * Checks a stated job and fills in every default (seed row M4: global < class).
 * @throws MoJobError `invalid_argument` with pointers, `invalid_cron`
 */
export function declareJob(job: StatedJob, defaults: JobDefaults = {}): DeclaredJob {
  assertJobKey(job.key);
  const doing = `register job "${job.key}"`;
  const task = job.task === undefined ? null : parseDeclaredTask(job.task, doing);
  const given = task === null ? job.options : { ...WITHOUT_TIME_LIMIT, ...Object(job.options) };
  const stated = parseStatedOptions(job.kind, given, doing);
  const options = resolveJobOptions(job.kind, stated, job.typeName ?? job.key, parseDefaults(defaults));
  assertTogether(options, job.key, doing);
  if (job.argsSchema !== null) assertArgsSchema(job.argsSchema, doing);
  const { key, kind } = job;
  const layers = declaredLayers(kind, stated, defaults);
  if (task === null) return { key, kind, options, layers, argsSchema: job.argsSchema };
  return { key, kind, options, layers, argsSchema: schemaOfTask(taskWork(task)), task };
}

/** The global defaults, which are options a recurring job could state. */
function parseDefaults(defaults: JobDefaults): JobDefaults {
  parseStatedOptions(JobKind.Recurring, defaults, "take the scheduler's defaults");
  return defaults;
}

/** The JSON Schema of a schema that can express itself so (Standard JSON Schema); with any other the worker checks arguments. */
function jsonSchemaOf(schema: ArgsSchema<unknown>): JsonObject | null {
  const standard: StandardSchemaV1.Props & Partial<StandardJSONSchemaV1.Props> = schema["~standard"];
  if (standard.jsonSchema === undefined) return null;
  return copyJson(standard.jsonSchema.input({ target: "draft-2020-12" })) as JsonObject;
}
