import { MoJobError, MoJobErrorCode, Permission } from "@mojob/core";
import {
  type CalendarFiresRequest,
  clockChanges,
  compileInterval,
  compileSchedule,
  CronDialect,
  DstGap,
  DstOverlap,
  IntervalFrom,
  issueAt,
  LONGEST_INTERVAL_MS,
  LONGEST_JITTER_MS,
  LoopTurns,
  SHORTEST_INTERVAL_MS,
  weekdayReadings,
  withJitter,
} from "@mojob/core/engine";
import { httpProblem } from "../../problem/problem.ts";
import * as v from "valibot";
import { API_BASE, type ApiContext } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { instant, instantOut, jobKey, oneOf, text, wholeNumber } from "../../schema/fields.ts";
import { dstPatch } from "./schema.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { toWire } from "../../schema/wire.ts";
import { calendarFiresSchema } from "../calendars/json.ts";
import { clockChangeSchema, showClockChange } from "./clock-words.ts";
import { intervalWords } from "./interval-words.ts";
import { CronLocale, cronLocaleOf, describeCron } from "./words.ts";

/** Cron expressions, before they are stored. */
export function createCronRoutes({ clock }: ApiContext): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/cron/preview`,
      uses: [Permission.ReadJobs, "calendars.fires"],
      isLong: true,
      operationId: "previewCron",
      tag: RouteTag.Jobs,
      summary: "Explain a cron expression or an interval",
      description:
        "One of `cron` and `everyMs`, in words (English or Chinese, by `locale` or `Accept-Language`) and in times, from the planner that fires. " +
        "The problem of a wrong expression has its `position`. Of an interval that counts from ends, only the first time is known.",
      body: strictObject(
        {
          cron: v.optional(v.pipe(text(256), v.description("Five to seven fields, seconds first"))),
          everyMs: v.optional(
            v.pipe(
              wholeNumber(SHORTEST_INTERVAL_MS, LONGEST_INTERVAL_MS),
              v.description("An interval, as the option of a job"),
            ),
          ),
          everyFrom: v.optional(oneOf(Object.values(IntervalFrom))),
          jitterMs: v.optional(
            v.pipe(
              wholeNumber(0, LONGEST_JITTER_MS),
              v.description("Of each time, when the fire begins with it"),
            ),
          ),
          cronDialect: v.optional(
            v.pipe(
              oneOf(Object.values(CronDialect)),
              v.description(
                "How the numbers of weekdays are read; wanted where the dialects read those of the expression as others",
              ),
            ),
          ),
          timeZone: v.optional(
            v.pipe(text(64, 1), v.description("An IANA name"), v.examples(["Asia/Shanghai"])),
          ),
          dst: v.optional(dstPatch),
          from: v.optional(instant("Times after it; the default is now")),
          startTime: v.optional(instant("No time before it")),
          endTime: v.optional(instant("No time after it")),
          count: v.optional(wholeNumber(1, 100)),
          locale: v.optional(oneOf(Object.values(CronLocale))),
          jobKey: v.optional(v.pipe(jobKey, v.description("What `H` is hashed from"))),
          /** Checked by the scheduler, which names each mistake. */
          calendar: v.optional(
            v.pipe(
              v.nullable(v.any()),
              v.description("The days of a calendar on which it fires, as the option of a job"),
            ),
          ),
        },
        "must be an object with cron or everyMs",
      ),
      bodyExample: { cron: "0 30 9 * * 1-5", timeZone: "Asia/Shanghai", count: 3 },
      responses: {
        200: {
          description: "What it means",
          schema: v.object({
            description: v.nullable(v.string()),
            fires: v.array(instantOut),
            clockChanges: v.pipe(
              v.array(clockChangeSchema),
              v.description("Changes of the clocks that these times come to; of an interval none"),
            ),
            calendar: v.pipe(
              v.nullable(calendarFiresSchema),
              v.description("What the calendar makes of these times; `null` where none is given"),
            ),
            timeZone: v.pipe(
              v.string(),
              v.description("By which the expression is read; the times are in UTC"),
            ),
          }),
        },
      },
      problems: [MoJobErrorCode.InvalidCron],
      async handle({ body, context, scheduler }) {
        const { tenant } = scheduler;
        const {
          cron,
          everyMs,
          everyFrom = IntervalFrom.Start,
          jitterMs = 0,
          cronDialect: stated,
          timeZone = "UTC",
          dst,
          from = clock.now(),
          startTime,
          endTime,
          count = 5,
          jobKey: seed = "",
          calendar = null,
        } = body;
        const { gap = DstGap.Shift, overlap = DstOverlap.First } = dst ?? {};
        assertOne(cron, everyMs);
        const cronDialect = stated ?? CronDialect.Standard;
        // As saving it would: what is explained is what a job would do.
        if (stated === undefined && cron !== undefined) assertOneReading(cron, seed);
        const timing = {
          cronDialect,
          everyFrom,
          jitterMs,
          timeZone,
          dst: { gap, overlap },
          from,
          count,
          seed,
          startTime: startTime ?? null,
          endTime: endTime ?? null,
          ...(everyMs === undefined ? { cron: cron ?? "" } : { everyMs }),
        };
        const onDays = calendar === null ? null : await scheduler.calendars.fires({ ...timing, calendar });
        const fires =
          onDays === null
            ? await LoopTurns.of(clock, tenant).run(firesOf(timing))
            : onDays.fires.map(({ at }) => at.toISOString());
        const locale = body.locale ?? cronLocaleOf(context.req.header("Accept-Language"));
        return jsonResponse({
          description:
            everyMs === undefined
              ? describeCron(cron ?? "", { locale, dialect: cronDialect, seed })
              : intervalWords({ everyMs, everyFrom, locale }),
          fires,
          clockChanges:
            everyMs === undefined
              ? clockChanges(
                  timeZone,
                  sinceOf(timing),
                  fires.map((fire) => new Date(fire)),
                ).map((change) => showClockChange(change, locale))
              : [],
          calendar: onDays && toWire(onDays),
          timeZone,
        });
      },
    }),
  ];
}

/** @throws problem `invalid_argument` unless one of them is given */
function assertOne(cron: string | undefined, everyMs: number | undefined): void {
  if ((cron === undefined) !== (everyMs === undefined)) return;
  const issue =
    cron === undefined
      ? issueAt("/cron", "neither_cron_nor_interval")
      : issueAt("/everyMs", "excludes", { other: "cron" });
  throw httpProblem(MoJobErrorCode.InvalidArgument, `Cannot explain: "${issue.pointer}" ${issue.message}`, {
    errors: [issue],
  });
}

/** @throws MoJobError `invalid_cron` with both meanings of weekdays that the dialects read as others */
function assertOneReading(cron: string, seed: string): void {
  const readings = weekdayReadings(cron, seed);
  if (readings === null) return;
  const issue = issueAt("/cron", "cron_weekday_unclear", { ...readings });
  throw new MoJobError(MoJobErrorCode.InvalidCron, `Cannot explain: "/cron" ${issue.message}`, {
    issues: [issue],
  });
}

type Timing = Omit<CalendarFiresRequest, "calendar">;

/** No time is before it. */
function sinceOf({ from, startTime }: Pick<Timing, "from" | "startTime">): Date {
  return startTime === null ? from : new Date(Math.max(+from, +startTime - 1));
}

/** The times of a schedule; yields between them, because those of a rare date are looked for through many years. */
function* firesOf(timing: Timing): Generator<void, readonly string[]> {
  const { cron = "", everyMs, jitterMs, seed, count, from, endTime } = timing;
  const nominal =
    everyMs === undefined
      ? compileSchedule({ ...timing, cron })
      : compileInterval({ ...timing, everyMs, since: from });
  const schedule = withJitter(nominal, jitterMs, seed);
  const last = schedule.boundOf(endTime ?? new Date(8.64e15));
  const fires: string[] = [];
  let at = schedule.next(schedule.boundOf(sinceOf(timing)));
  for (; at !== null && at <= last; at = schedule.next(at)) {
    if (fires.length >= count) break;
    fires.push(at.toISOString());
    yield;
  }
  return fires;
}
