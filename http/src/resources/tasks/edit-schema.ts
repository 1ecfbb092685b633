import type { ValueEditResult } from "@mojob/core/engine";
import type { JsonValue } from "@mojob/core/ports";
import * as v from "valibot";
import { wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { json, line } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { valuePath } from "./schema.ts";

/** Uses that are listed; how many there are is said. */
const MOST_USES = 200;

export interface ValueEditBody {
  readonly path: readonly string[];
  readonly value: JsonValue;
  readonly reason: string;
  readonly dryRun?: boolean;
}

export const valueEditSchema: Parser<ValueEditBody> = strictObject({
  path: valuePath,
  value: json,
  reason: line(500, 1),
  dryRun: v.exactOptional(
    v.pipe(v.boolean(), v.description("Says what has the value before, and changes nothing")),
  ),
});

export interface ValueEditedJson extends Omit<ValueEditResult, "uses"> {
  readonly useCount: number;
  readonly uses: readonly Omit<ValueEditResult["uses"][number], "run">[];
}

export const valueEditedSchema: Parser<ValueEditedJson> = wireObject({
  revision: v.pipe(v.number(), v.description("The `rev` of the task with the edit")),
  value: v.pipe(json, v.description("The value before; `null` where there was none")),
  useCount: v.number(),
  uses: v.pipe(
    v.array(
      v.object({
        node: v.pipe(
          v.nullable(v.string()),
          v.description("`null`: a variable of the task was computed of it"),
        ),
        visit: v.string(),
        runId: v.pipe(
          v.nullable(v.string()),
          v.description("The run that was given it; `null`: the node judged by it"),
        ),
        as: v.pipe(
          v.string(),
          v.description(
            "`params`, `vars`, or what was judged: `when`, `skipWhen`, `items`, `ms`, `until`, `check`; `nodes` within an item",
          ),
        ),
        name: v.pipe(v.nullable(v.string()), v.description("Of the parameter or variable")),
        value: v.exactOptional(v.pipe(json, v.description("What was given"))),
      }),
    ),
    v.description(`What has the value before and keeps it, the latest ${MOST_USES}, oldest first`),
  ),
});

export function valueEditedJson({ revision, value, uses }: ValueEditResult): ValueEditedJson {
  return { revision, value, useCount: uses.length, uses: uses.slice(-MOST_USES).map(useJson) };
}

function useJson(given: ValueEditResult["uses"][number]): ValueEditedJson["uses"][number] {
  const { run: _, ...use } = given;
  return use;
}
