import { NonRetryableError } from "@mojob/core";
import type { HttpWork } from "@mojob/core/ports";
import * as v from "valibot";
import type { Condition } from "./condition.ts";

/** When a request has succeeded, as `work.success` states it. */
export interface Success extends Condition {
  /** Work that goes on after the first response. */
  readonly poll?: LongWork | undefined;
  /** Whether the run goes on until its target reports an end at the callback address. @default false */
  readonly callback?: boolean | undefined;
}

/** How work that goes on after the first response is followed to its end. */
export interface LongWork {
  /** The address to ask, relative to the job's address. @default the `Location` of the first response */
  readonly url?: string | undefined;
  /** @default 5000 */
  readonly everyMs: number;
  /** When the work is done. */
  readonly done: Condition;
  /** When it has failed. @default never: it ends at its timeout */
  readonly failed?: Condition | undefined;
  /** A JSON pointer to the fraction that is done, from 0 to 1. */
  readonly progress?: string | undefined;
}

const SOONEST_MS = 100;
const DEFAULT_EVERY_MS = 5000;

const pointer = v.pipe(v.string(), v.regex(/^(\/[^/]*)*$/, "it must be a JSON pointer such as /state"));
const status = v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(599));
const condition = {
  status: v.optional(v.pipe(v.array(status), v.minLength(1))),
  contains: v.optional(v.string()),
  json: v.optional(v.record(pointer, v.unknown())),
};
const successSchema = v.strictObject({
  ...condition,
  callback: v.optional(v.boolean()),
  poll: v.optional(
    v.strictObject({
      url: v.optional(v.string()),
      everyMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(SOONEST_MS)), DEFAULT_EVERY_MS),
      done: v.strictObject(condition),
      failed: v.optional(v.strictObject(condition)),
      progress: v.optional(pointer),
    }),
  ),
});

/** @throws NonRetryableError that names the first mistake */
export function parseSuccess(key: string, { success }: Pick<HttpWork, "success">): Success {
  const read = v.safeParse(successSchema, success ?? {});
  if (read.success && read.output.poll !== undefined && read.output.callback === true)
    throw new NonRetryableError(`Cannot run job "${key}": "work.success" states both poll and callback`);
  if (read.success) return read.output;
  const [issue] = read.issues;
  const where = ["success", v.getDotPath(issue) ?? []].flat().join(".");
  throw new NonRetryableError(`Cannot run job "${key}": "work.${where}" is wrong: ${issue.message}`);
}
