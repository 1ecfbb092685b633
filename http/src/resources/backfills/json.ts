import {
  type Backfill,
  BackfillOnly,
  BackfillOrder,
  type BackfillPreview,
  BackfillState,
} from "@mojob/core/engine";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { instantOut, json } from "../../schema/fields.ts";
import { type OrNull, toWire, type Wire, wireObject } from "../../schema/wire.ts";

/** A backfill without what it goes on by. */
export type BackfillJson = Wire<OrNull<Omit<Backfill, "tenant" | "revision" | "minute">>>;

const cursor = v.object({
  at: v.pipe(instantOut, v.description("The nominal time")),
  jobKey: v.string(),
  schedule: v.pipe(v.nullable(v.string()), v.description("`null` is the job's own schedule")),
});

export const backfillSchema: Parser<BackfillJson> = wireObject({
  id: v.string(),
  app: v.string(),
  jobKey: v.pipe(v.nullable(v.string()), v.description("`null` stands for all recurring jobs of the app")),
  state: v.pipe(
    v.picklist(Object.values(BackfillState)),
    v.description("`running` and `paused` ones may be changed; the others have ended"),
  ),
  from: v.pipe(instantOut, v.description("The first nominal time that counts")),
  to: v.pipe(instantOut, v.description("The first nominal time that no longer counts")),
  only: v.picklist(Object.values(BackfillOnly)),
  order: v.picklist(Object.values(BackfillOrder)),
  atOnce: v.pipe(v.number(), v.description("How many of its runs may be open at once")),
  perMinute: v.pipe(
    v.nullable(v.number()),
    v.description("How many runs it may create in a minute; `null` is any number"),
  ),
  priority: v.number(),
  args: v.pipe(
    v.nullable(json),
    v.description(
      "The arguments of its runs; `null` where they are those of the fires, or the caller does not read payloads",
    ),
  ),
  beyondKept: v.pipe(v.boolean(), v.description("Whether times count of which runs are no longer kept")),
  counts: v.pipe(
    v.object({
      planned: v.pipe(v.number(), v.description("The nominal times that it has handled")),
      present: v.pipe(v.number(), v.description("Those that had a run, which stays as it is")),
      unknown: v.pipe(v.number(), v.description("Those of which runs are no longer kept")),
      succeeded: v.number(),
      failed: v.number(),
      cancelled: v.number(),
      skipped: v.number(),
    }),
    v.description("What became of the nominal times so far"),
  ),
  cursor: v.pipe(v.nullable(cursor), v.description("The nominal time that was handled last")),
  open: v.pipe(v.array(v.string()), v.description("Its runs that have not ended")),
  waits: v.pipe(
    v.nullable(v.string()),
    v.description("Why it does not go on for now: the code of a reason or of an error"),
  ),
  by: v.nullable(v.string()),
  note: v.nullable(v.string()),
  at: instantOut,
  changedAt: instantOut,
  endedAt: v.nullable(instantOut),
});

export const backfillPreviewSchema: Parser<Wire<BackfillPreview>> = wireObject({
  planned: v.pipe(v.number(), v.description("How many fires the schedules have in the range")),
  present: v.pipe(v.number(), v.description("How many of them have a run that stays as it is")),
  unknown: v.pipe(v.number(), v.description("How many lie before the runs that are kept")),
  toCreate: v.pipe(v.number(), v.description("How many runs it would create")),
  days: v.pipe(
    v.array(
      v.object({
        day: v.pipe(
          v.string(),
          v.description("The civil day in the time zone of the schedule: `2026-11-29`"),
        ),
        from: v.pipe(instantOut, v.description("Its first nominal time")),
        to: v.pipe(instantOut, v.description("The instant after its last nominal time")),
        planned: v.number(),
        succeeded: v.number(),
        failed: v.number(),
        cancelled: v.number(),
        skipped: v.number(),
        open: v.pipe(v.number(), v.description("Under way or waiting")),
        missing: v.pipe(v.number(), v.description("Without any run")),
      }),
    ),
    v.description("How the nominal times of each day stand now, ascending"),
  ),
  first: v.pipe(
    v.array(cursor),
    v.description("The first nominal times that it would create runs for, at most 20"),
  ),
});

export function backfillJson(backfill: Backfill): BackfillJson {
  const { tenant: _tenant, revision: _revision, minute: _minute, ...shown } = backfill;
  return toWire({ ...shown, args: shown.args ?? null });
}
