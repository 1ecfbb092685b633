import {
  DstGap,
  DstOverlap,
  type JobDefinition,
  type JobDetail,
  JobKind as JobKinds,
  type JobKind,
  type JobView,
  type JsonObject,
  type JsonValue,
  MisfirePolicy,
  type ResolvedJobOptions,
} from "@mojob/core";
import * as v from "valibot";
import type { Parser } from "../request/validate.ts";
import { instantOut, json, jsonObject } from "../schemas/fields.ts";
import { type InstanceEventJson, instanceEventJson, instanceEventSchema } from "./instance-json.ts";
import { isoOrNull } from "./iso.ts";

/** The options in force, flat; those of the schedule only for a recurring job. */
export interface JobOptionsJson {
  readonly name: string;
  readonly description: string;
  readonly disabled: boolean;
  readonly maxConcurrency: number | null;
  readonly retryCount: number;
  readonly retryIntervalMs: number;
  readonly timeoutMs: number;
  readonly priority: number;
  readonly tags: readonly string[];
  readonly retention: { readonly maxInstances: number; readonly maxAgeDays: number };
  readonly cron?: string | null | undefined;
  readonly timeZone?: string | undefined;
  readonly startTime?: string | null | undefined;
  readonly endTime?: string | null | undefined;
  readonly misfire?: { readonly policy: MisfirePolicy; readonly graceMs: number } | undefined;
  readonly dst?: { readonly gap: DstGap; readonly overlap: DstOverlap } | undefined;
}

export interface DefinitionJson {
  readonly key: string;
  readonly tenant: string;
  readonly app: string;
  readonly kind: JobKind;
  readonly revision: number;
  readonly options: JobOptionsJson;
  readonly pause: { readonly at: string; readonly until: string | null; readonly note: string | null } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface JobJson extends DefinitionJson {
  readonly nextFire: string | null;
  readonly latest: InstanceEventJson | null;
}

export interface JobDetailJson extends JobJson {
  readonly argsSchema: JsonObject | null;
  readonly differsFromCode: readonly {
    readonly field: string;
    readonly code: JsonValue;
    readonly stored: JsonValue;
  }[];
}

const text = v.string();
const number = v.number();
const time = v.nullable(instantOut);

export const jobOptionsSchema: Parser<JobOptionsJson> = v.object({
  name: text,
  description: text,
  disabled: v.boolean(),
  maxConcurrency: v.pipe(v.nullable(number), v.description("`null` is unlimited")),
  retryCount: number,
  retryIntervalMs: number,
  timeoutMs: number,
  priority: number,
  tags: v.array(text),
  retention: v.object({ maxInstances: number, maxAgeDays: number }),
  cron: v.optional(v.pipe(v.nullable(text), v.description("`null` never fires by itself"))),
  timeZone: v.optional(text),
  startTime: v.optional(time),
  endTime: v.optional(time),
  misfire: v.optional(v.object({ policy: v.picklist(Object.values(MisfirePolicy)), graceMs: number })),
  dst: v.optional(
    v.object({ gap: v.picklist(Object.values(DstGap)), overlap: v.picklist(Object.values(DstOverlap)) }),
  ),
});

const DEFINITION_FIELDS = {
  key: text,
  tenant: text,
  app: text,
  kind: v.picklist(Object.values(JobKinds)),
  revision: v.pipe(number, v.description("The ETag: counts the changes of options and pause")),
  options: jobOptionsSchema,
  pause: v.nullable(v.object({ at: instantOut, until: time, note: v.nullable(text) })),
  createdAt: instantOut,
  updatedAt: instantOut,
};

const JOB_FIELDS = {
  ...DEFINITION_FIELDS,
  nextFire: v.pipe(time, v.description("`null` where none is to come")),
  latest: v.nullable(instanceEventSchema),
};

export const definitionSchema: Parser<DefinitionJson> = v.object(DEFINITION_FIELDS);

export const jobSchema: Parser<JobJson> = v.object(JOB_FIELDS);

export const jobDetailSchema: Parser<JobDetailJson> = v.object({
  ...JOB_FIELDS,
  argsSchema: v.pipe(
    v.nullable(jsonObject),
    v.description("JSON Schema of the arguments; `null` accepts any JSON"),
  ),
  differsFromCode: v.pipe(
    v.array(v.object({ field: text, code: json, stored: json })),
    v.description("Options whose stored value is not what the code says"),
  ),
});

export function jobOptionsJson({ schedule, ...common }: ResolvedJobOptions): JobOptionsJson {
  if (schedule === null) return common;
  const { startTime, endTime, ...rest } = schedule;
  return { ...common, ...rest, startTime: isoOrNull(startTime), endTime: isoOrNull(endTime) };
}

export function definitionJson(definition: JobDefinition): DefinitionJson {
  const { pause } = definition;
  return {
    key: definition.key,
    tenant: definition.tenant,
    app: definition.app,
    kind: definition.kind,
    revision: definition.revision,
    options: jobOptionsJson(definition.options),
    pause: pause && { at: pause.at.toISOString(), until: isoOrNull(pause.until), note: pause.note },
    createdAt: definition.createdAt.toISOString(),
    updatedAt: definition.updatedAt.toISOString(),
  };
}

export function jobJson({ definition, nextFire, latest }: JobView): JobJson {
  return {
    ...definitionJson(definition),
    nextFire: isoOrNull(nextFire),
    latest: latest && instanceEventJson(latest),
  };
}

export function jobDetailJson(detail: JobDetail): JobDetailJson {
  return {
    ...jobJson(detail),
    argsSchema: detail.definition.argsSchema,
    differsFromCode: detail.differsFromCode,
  };
}
