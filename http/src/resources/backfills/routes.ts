import { MoJobErrorCode } from "@mojob/core";
import { BackfillOnly, BackfillOrder, BackfillState } from "@mojob/core/engine";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import {
  appName,
  flag,
  instantText,
  jobKey,
  json,
  nullable,
  oneOf,
  text,
  wholeNumber,
} from "../../schema/fields.ts";
import { querySeveral, queryText } from "../../schema/query-fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { toWire } from "../../schema/wire.ts";
import { backfillJson, backfillPreviewSchema, backfillSchema } from "./json.ts";

const PATH: Parser<{ readonly id: string }> = strictObject({
  id: v.pipe(text(64, 1), v.description("The backfill")),
});
const AT_ONCE = v.pipe(
  wholeNumber(1, 100),
  v.description("How many of its runs may be open at once; 1 where it is left out"),
);
const PER_MINUTE = v.pipe(
  nullable(wholeNumber(1, 10_000)),
  v.description("How many runs it may create in a minute; `null` is any number"),
);
const BODY = strictObject(
  {
    jobKey: v.optional(v.pipe(jobKey, v.description("A recurring job; else `app`"))),
    app: v.optional(v.pipe(appName, v.description("All recurring jobs of an app; else `jobKey`"))),
    from: v.pipe(instantText, v.description("The first nominal time that counts")),
    to: v.pipe(
      instantText,
      v.description("The first nominal time that no longer counts; not later than now"),
    ),
    only: v.optional(
      v.pipe(
        oneOf(Object.values(BackfillOnly)),
        v.description(
          "`missing`: times without a run, or whose run was skipped; `failed`: those besides whose run failed or was cancelled; `all`: every time that has no run under way. `missing` where it is left out",
        ),
      ),
    ),
    order: v.optional(oneOf(Object.values(BackfillOrder))),
    atOnce: v.optional(AT_ONCE),
    perMinute: v.optional(PER_MINUTE),
    priority: v.optional(
      v.pipe(wholeNumber(1, 5), v.description("1 (first) to 5 (last); 5 where it is left out")),
    ),
    args: v.optional(
      v.pipe(
        json,
        v.description("The arguments of its runs, for one job; else those that its fires would have had"),
      ),
    ),
    beyondKept: v.optional(
      v.pipe(
        flag(),
        v.description("Whether times count of which runs are no longer kept: nobody knows whether they ran"),
      ),
    ),
    note: v.optional(nullable(text(500))),
  },
  "must be an object with from, to, and jobKey or app",
);
const EXAMPLE = {
  jobKey: "ledger.close-day",
  from: "2026-11-01T00:00:00Z",
  to: "2026-11-05T00:00:00Z",
  atOnce: 2,
  note: "After the outage",
};
const ONE = { description: "The backfill", schema: v.object({ backfill: backfillSchema }) };
const CHANGES = {
  Running: BackfillState.Running,
  Paused: BackfillState.Paused,
  Cancelled: BackfillState.Cancelled,
};
const WRONG = [
  MoJobErrorCode.InvalidArgument,
  MoJobErrorCode.JobNotFound,
  MoJobErrorCode.WrongJobKind,
  MoJobErrorCode.JobDisabled,
];

/** Runs for fires that were missed or never planned. */
export function createBackfillRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/backfills`,
      uses: ["backfills.list"],
      operationId: "listBackfills",
      tag: RouteTag.Backfills,
      summary: "List backfills",
      description: "The newest first, at most 200.",
      query: strictObject({
        app: v.optional(queryText(63, "Those of an app")),
        jobKey: v.optional(queryText(200, "Those of a job")),
        state: v.optional(querySeveral(Object.values(BackfillState), "Those in these states")),
      }),
      responses: {
        200: { description: "The backfills", schema: v.object({ items: v.array(backfillSchema) }) },
      },
      async handle({ query: { state, app, jobKey: key }, scheduler }) {
        const query = {
          ...(app !== undefined && { app }),
          ...(key !== undefined && { jobKey: key }),
          ...(state !== undefined && { states: state }),
        };
        return jsonResponse({ items: (await scheduler.backfills.list(query)).map(backfillJson) });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/backfills/preview`,
      uses: ["backfills.preview"],
      operationId: "previewBackfill",
      tag: RouteTag.Backfills,
      summary: "Count what a backfill would do",
      description: "Creates nothing. Says for each day how its nominal times stand.",
      isLong: true,
      body: BODY,
      bodyExample: EXAMPLE,
      responses: { 200: { description: "The effect", schema: backfillPreviewSchema } },
      problems: WRONG,
      handle: async ({ body, scheduler }) => jsonResponse(toWire(await scheduler.backfills.preview(body))),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/backfills`,
      uses: ["backfills.create"],
      operationId: "createBackfill",
      tag: RouteTag.Backfills,
      summary: "Begin a backfill",
      description:
        "Its runs are created in the background, at most `atOnce` open at a time. Each nominal time gets one run, which has the id that its fire has " +
        "or would have had, so that no other backfill and no control plane makes it twice. A range has at most 10,000 fires; at most 200 backfills have not ended.",
      body: BODY,
      bodyExample: EXAMPLE,
      responses: { 201: ONE },
      problems: WRONG,
      handle: async ({ body, scheduler }) =>
        jsonResponse({ backfill: backfillJson(await scheduler.backfills.create(body)) }, 201),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/backfills/:id`,
      uses: ["backfills.get"],
      operationId: "getBackfill",
      tag: RouteTag.Backfills,
      summary: "Show a backfill and how far it is",
      description: "Also after it has ended.",
      path: PATH,
      responses: { 200: ONE },
      problems: [MoJobErrorCode.BackfillNotFound],
      handle: async ({ path: { id }, scheduler }) =>
        jsonResponse({ backfill: backfillJson(await scheduler.backfills.get(id)) }),
    }),
    defineRoute({
      method: "PATCH",
      pattern: `${API_BASE}/backfills/:id`,
      uses: ["backfills.change"],
      operationId: "changeBackfill",
      tag: RouteTag.Backfills,
      summary: "Pause, resume or cancel a backfill, or change how fast it goes",
      description: "Its open runs stay as they are, unless it is cancelled with `cancelRuns`.",
      path: PATH,
      body: strictObject(
        {
          state: v.optional(oneOf(Object.values(CHANGES))),
          atOnce: v.optional(AT_ONCE),
          perMinute: v.optional(PER_MINUTE),
          cancelRuns: v.optional(
            v.pipe(
              flag(),
              v.description("With the state `cancelled`: whether its open runs are cancelled, too"),
            ),
          ),
        },
        "must be an object with state, atOnce, perMinute or cancelRuns",
      ),
      bodyExample: { state: "paused" },
      responses: { 200: ONE },
      problems: [
        MoJobErrorCode.InvalidArgument,
        MoJobErrorCode.BackfillNotFound,
        MoJobErrorCode.BackfillEnded,
      ],
      handle: async ({ path: { id }, body, scheduler }) =>
        jsonResponse({ backfill: backfillJson(await scheduler.backfills.change(id, body)) }),
    }),
  ];
}
