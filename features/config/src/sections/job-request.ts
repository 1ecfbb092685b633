import { JobKind, type JobDefinition } from "@mojob/core";
import { flattenOptions, type JobDefaults, optionsOf } from "@mojob/core/engine";
import { parseInput } from "@mojob/core/feature";
import { jsonOf, type JsonObject, type JsonValue } from "@mojob/core/ports";
import * as v from "valibot";
import { isSame } from "../change.ts";
import { isObject } from "../document.ts";
import { isCompoundName, usualOptions } from "./job-item.ts";

const HEAD = v.looseObject({
  app: v.string(),
  kind: v.picklist(Object.values(JobKind)),
  work: v.optional(v.any()),
  args: v.optional(v.any()),
  argsSchema: v.optional(v.any()),
});

/** A job as the document has it. */
export interface StatedJob {
  readonly app: string;
  readonly kind: JobKind;
  readonly work?: JsonValue;
  readonly args?: JsonValue;
  readonly argsSchema?: JsonValue;
  /** Whatever else it says: checked by the scheduler. */
  readonly options: JsonObject;
}

/** @throws MoJobError `invalid_argument` */
export function parseJob(value: JsonValue, key: string): StatedJob {
  const { app, kind, work, args, argsSchema, ...options } = parseInput(
    HEAD,
    value,
    `read job "${key}"`,
  ) as JsonObject & Pick<StatedJob, "app" | "kind">;
  return {
    app,
    kind,
    options,
    ...(work !== undefined && { work }),
    ...(args !== undefined && { args }),
    ...(argsSchema !== undefined && { argsSchema }),
  };
}

/** The edit that makes a job what the document says; what it leaves out becomes as it is without being said. */
export function patchOf(stated: StatedJob, current: JobDefinition, defaults: JobDefaults): JsonObject {
  const { key, kind, app } = current;
  const work = stated.work ?? { kind: "code", handler: key };
  const isGraph = isObject(work) && work["kind"] === "task";
  const usual = usualOptions(
    { key, kind, work: (isGraph ? work : current.work) as JobDefinition["work"] },
    defaults,
  );
  const own = flattenOptions(current.options);
  const rows = optionsOf(kind);
  const changed = Object.keys({ ...rows, ...stated.options }).flatMap(
    (name): readonly (readonly [string, JsonValue])[] => {
      const value = wholeOption(stated.options[name], usual[name], isCompoundName(rows, name));
      return value === undefined || isSame(value, own[name]) ? [] : [[name, value]];
    },
  );
  const newSchema = stated.argsSchema !== undefined || !isGraph;
  const schema = stated.argsSchema ?? null;
  const isOtherSchema = newSchema ? !isSame(schema, current.argsSchema) : true;
  const isOtherWork = !isSame(work, jsonOf(current.work)) || (isGraph && isOtherSchema);
  const isCode = isObject(work) && work["kind"] === "code";
  return {
    ...Object.fromEntries(changed),
    ...(isOtherWork && { work }),
    ...(!isSame(stated.args ?? null, current.args) && { args: stated.args ?? null }),
    // Code declares its own schema, and a graph has that of its parameters.
    ...(newSchema && isOtherSchema && !(isCode && schema === null) && { argsSchema: schema }),
    ...(stated.app !== app && { app: stated.app }),
  };
}

/** An option as an edit has to say it: all members of a compound one. */
function wholeOption(
  stated: JsonValue | undefined,
  usual: JsonValue | undefined,
  hasMembers: boolean,
): JsonValue | undefined {
  if (stated === undefined) return usual;
  return hasMembers && isObject(stated) && isObject(usual) ? { ...usual, ...stated } : stated;
}
