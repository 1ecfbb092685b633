import type { JobDefinition, JsonValue } from "@mojob/core";
import { flattenOptions, resolveJobOptions, type StatedOptions } from "@mojob/core/engine";
import type { Act, JsonObject } from "@mojob/core/ports";

const TIMES = ["startTime", "endTime"] as const;

/**
 * A job as its options were at a time: what was done to it since is taken back. Other parts of it are as they are now.
 * @param since what was done after that time, the newest first
 */
export function jobThen(job: JobDefinition, since: readonly Act[]): JobDefinition {
  const options: Record<string, JsonValue> = { ...flattenOptions(job.options) };
  for (const { changes } of since)
    for (const { pointer, before } of changes) {
      const name = pointer.slice(1);
      const value = before === null ? null : readJson(before);
      // A value that was too long for the history is not known.
      if (name in options && value !== undefined) options[name] = value;
    }
  return { ...job, options: resolveJobOptions(job.kind, statedOf(options), job.options.name) };
}

function readJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function statedOf(options: JsonObject): StatedOptions {
  const stated: Record<string, unknown> = { ...options };
  for (const name of TIMES) if (typeof options[name] === "string") stated[name] = new Date(options[name]);
  return stated;
}
