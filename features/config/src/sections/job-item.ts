import type { JobDefinition } from "@mojob/core";
import {
  flattenOptions,
  isCompound,
  type JobDefaults,
  optionsOf,
  resolveJobOptions,
  type StatedOptions,
} from "@mojob/core/engine";
import { isTask, LONGEST_MS, schemaOfTask } from "@mojob/core/feature";
import { jsonOf, type JsonObject, type JsonValue } from "@mojob/core/ports";
import { isSame } from "../change.ts";
import { isObject, ordered } from "../document.ts";

type OfJob = Pick<JobDefinition, "key" | "app" | "kind" | "work" | "args" | "argsSchema" | "options">;

/** A job that was made by hand as the document has it: what is so without being said is left out. */
export function jobItem(definition: OfJob, defaults: JobDefaults): JsonObject {
  const { key, app, kind, work, args, argsSchema, options } = definition;
  const isPlain = work.kind === "code" && work.handler === key;
  const own = flattenOptions(options);
  return {
    app,
    kind,
    ...statedIn(own, usualOptions(definition, defaults), kind),
    ...(!isPlain && { work: ordered(jsonOf(work)) }),
    ...(args !== null && { args: ordered(args) }),
    ...(!isSame(argsSchema, schemaOfTask(work)) && { argsSchema: ordered(argsSchema) }),
  };
}

/** The options of a job that states none. */
export function usualOptions(
  { key, kind, work }: Pick<JobDefinition, "key" | "kind" | "work">,
  defaults: JobDefaults,
): JsonObject {
  // As a task is made: its nodes have time limits of their own.
  const stated: StatedOptions = isTask({ work }) ? { timeoutMs: LONGEST_MS } : {};
  return flattenOptions(resolveJobOptions(kind, stated, key, defaults));
}

/** The options that differ from the usual ones; of a compound one its members. */
function statedIn(own: JsonObject, usual: JsonObject, kind: JobDefinition["kind"]): JsonObject {
  const rows = optionsOf(kind);
  const stated = Object.keys(rows).flatMap((name): readonly (readonly [string, JsonValue])[] => {
    const [value, other] = [own[name], usual[name]];
    if (value === undefined || isSame(value, other)) return [];
    if (!isCompoundName(rows, name) || !isObject(value) || !isObject(other)) return [[name, ordered(value)]];
    const members = Object.entries(value).filter(([member, one]) => !isSame(one, other[member]));
    return [[name, ordered(Object.fromEntries(members))]];
  });
  return Object.fromEntries(stated);
}

export function isCompoundName(rows: ReturnType<typeof optionsOf>, name: string): boolean {
  const row = rows[name];
  return row !== undefined && isCompound(row);
}
