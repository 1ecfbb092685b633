import { type Operation, type OperationItem, OperationKind, type OperationPart } from "@mojob/core/ports";
import { wanted } from "@mojob/core/engine";
import * as v from "valibot";
import { toWire, type Wire, wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { instantOut, text } from "../../schema/fields.ts";
import { actorSchema } from "../history/json.ts";

/** The id that a caller gives to an operation: it can be followed while the call that began it is under way. */
export const operationId: Parser<string> = v.pipe(
  text(36, 36),
  v.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, wanted("operation_rule")),
  v.description("A UUID of the caller's, by which the operation can be read while it goes on"),
);

export type OperationJson = Wire<Omit<Operation, "tenant">>;

export const partsSchema: Parser<readonly OperationPart[]> = v.pipe(
  v.array(v.object({ app: v.string(), jobKey: v.string(), count: v.number() })),
  v.description("How many of each job, the most first; at most 200 jobs"),
);

export const operationSchema: Parser<OperationJson> = wireObject({
  id: v.string(),
  kind: v.picklist(Object.values(OperationKind)),
  by: actorSchema,
  at: instantOut,
  updatedAt: instantOut,
  endedAt: v.pipe(
    v.nullable(instantOut),
    v.description("`null` while it goes on, or where its process ended meanwhile"),
  ),
  note: v.nullable(v.string()),
  total: v.number(),
  done: v.number(),
  leftAlone: v.pipe(v.number(), v.description("Those that were refused and stay as they were")),
  parts: partsSchema,
  undoOf: v.pipe(v.nullable(v.string()), v.description("The operation that it undoes")),
  undoneBy: v.pipe(v.nullable(v.string()), v.description("The operation that undoes it")),
});

export const operationItemSchema: Parser<OperationItem> = wireObject({
  id: v.pipe(v.string(), v.description("A job's key, or a run's id")),
  app: v.string(),
  jobKey: v.string(),
  madeId: v.pipe(v.nullable(v.string()), v.description("The run that it made")),
  pausedAt: v.nullable(v.string()),
  problem: v.pipe(
    v.nullable(v.object({ code: v.string(), message: v.string() })),
    v.description("Why it was left alone; `null` where it was done"),
  ),
});

export function operationJson(given: Operation): OperationJson {
  const { tenant: _, ...operation } = given;
  return toWire(operation);
}
