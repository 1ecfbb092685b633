import { compileSchedule, DstGap, DstOverlap, MoJobErrorCode } from "@mojob/core";
import * as v from "valibot";
import { API_BASE, type ApiContext } from "../api-context.ts";
import { RoutePolicy } from "../auth/route-policy.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../route.ts";
import { instant, instantOut, jobKey, oneOf, text, wholeNumber } from "../schemas/fields.ts";
import { dstPatch } from "../schemas/job-options-patch.ts";
import { strictObject } from "../schemas/strict-object.ts";
import { CronLocale, cronLocaleOf, describeCron } from "../views/cron-words.ts";

/** Cron expressions, before anybody stores them. */
export function createCronRoutes({ clock }: ApiContext): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/cron/preview`,
      policy: RoutePolicy.Guarded,
      operationId: "previewCron",
      tag: RouteTag.Jobs,
      summary: "Tell what a cron expression means",
      description:
        "In words (English or Chinese, by `locale` or `Accept-Language`) and in times, from the planner that fires. " +
        "A mistake is answered with its `position`.",
      path: null,
      query: null,
      body: strictObject(
        {
          cron: v.pipe(text(256), v.description("Five or six fields, seconds first")),
          timeZone: v.optional(
            v.pipe(text(64, 1), v.description("An IANA name"), v.examples(["Asia/Shanghai"])),
          ),
          dst: v.optional(dstPatch),
          from: v.optional(instant("Times after it; now unless said otherwise")),
          count: v.optional(wholeNumber(1, 100)),
          locale: v.optional(oneOf(Object.values(CronLocale))),
          jobKey: v.optional(v.pipe(jobKey, v.description("What `H` is hashed from"))),
        },
        "must be an object with cron",
      ),
      bodyExample: { cron: "0 30 9 * * 1-5", timeZone: "Asia/Shanghai", count: 3 },
      headers: [],
      answers: {
        200: {
          description: "What it means",
          schema: v.object({
            description: v.pipe(v.nullable(v.string()), v.description("`null` where words fail")),
            fires: v.array(instantOut),
          }),
        },
      },
      problems: [MoJobErrorCode.InvalidCron],
      handle({ body, context }) {
        const { cron, timeZone = "UTC", dst, from = clock.now(), count = 5, jobKey: seed = "" } = body;
        const { gap = DstGap.Shift, overlap = DstOverlap.First } = dst ?? {};
        const schedule = compileSchedule({ cron, timeZone, dst: { gap, overlap }, seed });
        const fires: string[] = [];
        for (let at = schedule.next(from); at !== null && fires.length < count; at = schedule.next(at)) {
          fires.push(at.toISOString());
        }
        const locale = body.locale ?? cronLocaleOf(context.req.header("Accept-Language"));
        return jsonResponse({ description: describeCron(cron, locale), fires });
      },
    }),
  ];
}
