import { DstGap, DstOverlap, JobKind, MisfirePolicy } from "@mojob/core";
import * as v from "valibot";
import type { Parser } from "../request/validate.ts";
import { instantOut, json, jsonObject } from "../schemas/fields.ts";
import { instanceEventSchema } from "./instance-schema.ts";
import type { DefinitionJson, JobDetailJson, JobJson, JobOptionsJson } from "./job-json.ts";

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
  kind: v.picklist(Object.values(JobKind)),
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
  cronWords: v.pipe(
    v.nullable(text),
    v.description("The cron expression in words, in English or Chinese by `Accept-Language`"),
  ),
  differs: v.pipe(
    v.array(text),
    v.description("Options whose stored value is not what the code says; the job itself tells both values"),
  ),
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
