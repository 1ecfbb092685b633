import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { assertJobKey } from "../base/ids.ts";
import { copyJson, type JsonObject } from "../base/json.ts";
import { JobKind } from "../job/job-kind.ts";
import type { ArgsSchema, JobDefaults } from "../job/job-options.ts";
import type { JobRegistration } from "../job/job-registration.ts";
import type { DeclaredJob } from "./job-registry.ts";
import { parseStatedOptions } from "./option-schema.ts";
import { assertSchedule, resolveJobOptions } from "./resolve-options.ts";

/** What a job calls itself where nobody named it. */
export function jobKeyOf(registration: JobRegistration): string {
  return registration.options.key ?? registration.typeName;
}

/**
 * What the code says of a job, checked and with every default filled in (seed row M4: global < class).
 * @throws MoJobError `invalid_argument` with pointers, `invalid_cron`
 */
export function declareJob(registration: JobRegistration, defaults: JobDefaults = {}): DeclaredJob {
  const {
    key: _key,
    args,
    argsJsonSchema,
    ...stated
  } = registration.options as typeof registration.options & {
    readonly args?: ArgsSchema<unknown>;
    readonly argsJsonSchema?: JsonObject;
  };
  const key = jobKeyOf(registration);
  const argsSchema = argsJsonSchema ?? (args === undefined ? null : jsonSchemaOf(args));
  return declare(
    { key, kind: registration.kind, typeName: registration.typeName, stated, argsSchema },
    defaults,
  );
}

/** What a worker elsewhere says of its job, options flat and any left out; checked as `declareJob` does. */
export interface StatedJob {
  readonly key: string;
  readonly kind: JobKind;
  readonly options: unknown;
  readonly argsSchema: JsonObject | null;
}

/** @throws MoJobError `invalid_argument` with pointers, `invalid_cron` */
export function declareStatedJob(job: StatedJob, defaults: JobDefaults = {}): DeclaredJob {
  return declare({ ...job, typeName: job.key, stated: job.options }, defaults);
}

function declare(
  job: { key: string; kind: JobKind; typeName: string; stated: unknown; argsSchema: JsonObject | null },
  defaults: JobDefaults,
): DeclaredJob {
  assertJobKey(job.key);
  const doing = `register job "${job.key}"`;
  const options = resolveJobOptions(
    job.kind,
    parseStatedOptions(job.kind, job.stated, doing),
    job.typeName,
    parseDefaults(defaults),
  );
  if (options.schedule) assertSchedule(options.schedule, job.key, doing);
  return { key: job.key, kind: job.kind, options, argsSchema: job.argsSchema };
}

/** The global defaults, which are options a recurring job could state. */
function parseDefaults(defaults: JobDefaults): JobDefaults {
  parseStatedOptions(JobKind.Recurring, defaults, "take the scheduler's defaults");
  return defaults;
}

/** A schema that can say itself as JSON Schema does so (Standard JSON Schema); any other leaves the arguments to the worker. */
function jsonSchemaOf(schema: ArgsSchema<unknown>): JsonObject | null {
  const standard: StandardSchemaV1.Props & Partial<StandardJSONSchemaV1.Props> = schema["~standard"];
  if (standard.jsonSchema === undefined) return null;
  return copyJson(standard.jsonSchema.input({ target: "draft-2020-12" })) as JsonObject;
}
