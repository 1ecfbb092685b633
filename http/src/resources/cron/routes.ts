import { MoJobErrorCode, Permission } from "@mojob/core";
import { compileSchedule, CronDialect, DstGap, DstOverlap } from "@mojob/core/engine";
import * as v from "valibot";
import { API_BASE, type ApiContext } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { instant, instantOut, jobKey, oneOf, text, wholeNumber } from "../../schema/fields.ts";
import { dstPatch } from "./schema.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { CronLocale, cronLocaleOf, describeCron } from "./words.ts";

/** Cron expressions, before they are stored. */
export function createCronRoutes({ clock }: ApiContext): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/cron/preview`,
      access: Permission.ReadJobs,
      operationId: "previewCron",
      tag: RouteTag.Jobs,
      summary: "Explain a cron expression",
      description:
        "In words (English or Chinese, by `locale` or `Accept-Language`) and in times, from the planner that fires. " +
        "The problem of a wrong expression has its `position`.",
      path: null,
      query: null,
      body: strictObject(
        {
          cron: v.pipe(text(256), v.description("Five to seven fields, seconds first")),
          cronDialect: v.optional(
            v.pipe(oneOf(Object.values(CronDialect)), v.description("How the numbers of weekdays are read")),
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
        },
        "must be an object with cron",
      ),
      bodyExample: { cron: "0 30 9 * * 1-5", timeZone: "Asia/Shanghai", count: 3 },
      headers: [],
      responses: {
        200: {
          description: "What it means",
          schema: v.object({
            description: v.nullable(v.string()),
            fires: v.array(instantOut),
          }),
        },
      },
      problems: [MoJobErrorCode.InvalidCron],
      handle({ body, context }) {
        const {
          cron,
          cronDialect = CronDialect.Standard,
          timeZone = "UTC",
          dst,
          from = clock.now(),
          startTime,
          endTime,
          count = 5,
          jobKey: seed = "",
        } = body;
        const { gap = DstGap.Shift, overlap = DstOverlap.First } = dst ?? {};
        const schedule = compileSchedule({ cron, cronDialect, timeZone, dst: { gap, overlap }, seed });
        const fires: string[] = [];
        const after = startTime === undefined ? from : new Date(Math.max(+from, +startTime - 1));
        const last = endTime ?? new Date(Infinity);
        for (
          let at = schedule.next(after);
          at !== null && !(at > last) && fires.length < count;
          at = schedule.next(at)
        )
          fires.push(at.toISOString());
        const locale = body.locale ?? cronLocaleOf(context.req.header("Accept-Language"));
        return jsonResponse({
          description: describeCron(cron, { locale, dialect: cronDialect, seed }),
          fires,
        });
      },
    }),
  ];
}
