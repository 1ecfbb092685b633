import { type JobLogLine, LogLevel } from "@mojob/core/ports";
import * as v from "valibot";
import { type Wire, wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { instantOut } from "../../schema/fields.ts";

export type LogLineJson = Wire<Omit<JobLogLine, "tenant" | "instanceId">>;

export const logLineSchema: Parser<LogLineJson> = wireObject({
  seq: v.pipe(v.number(), v.description("Counts from 1, across the attempts")),
  at: instantOut,
  attempt: v.number(),
  level: v.picklist(Object.values(LogLevel)),
  message: v.string(),
});

export function logLineJson({ seq, at, attempt, level, message }: JobLogLine): LogLineJson {
  return { seq, at: at.toISOString(), attempt, level, message };
}
