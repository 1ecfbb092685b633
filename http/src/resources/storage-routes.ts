import { MoJobErrorCode } from "@mojob/core";
import type { StorageAmount } from "@mojob/core/engine";
import type { StorageView } from "@mojob/core/feature";
import * as v from "valibot";
import type { Parser } from "../request/validate.ts";
import { API_BASE } from "../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../route/route.ts";
import { instantOut } from "../schema/fields.ts";
import { queryNumber, queryText } from "../schema/query-fields.ts";
import { strictObject } from "../schema/strict-object.ts";
import { toWire, type Wire, wireObject } from "../schema/wire.ts";

const amount: Parser<StorageAmount> = wireObject({
  items: v.pipe(v.number(), v.description("Runs, runs with a log, files, acts or sums")),
  bytes: v.pipe(
    v.number(),
    v.description("As JSON, and of files their content; without indexes, and before a store compresses it"),
  ),
});

const wholeTenant = v.pipe(
  v.nullable(amount),
  v.description(
    "`null` where it is not measured yet, of an app alone, and for callers that see some apps only",
  ),
);

export const storageSchema: Parser<Wire<StorageView>> = wireObject({
  runs: amount,
  logs: amount,
  files: amount,
  history: wholeTenant,
  reports: wholeTenant,
  retention: v.pipe(
    v.object({
      historyDays: v.number(),
      maxActs: v.number(),
      hourlyReportDays: v.number(),
      dailyReportDays: v.number(),
    }),
    v.description("How long history and reports are kept"),
  ),
  jobs: v.pipe(
    v.array(
      v.object({
        key: v.string(),
        app: v.string(),
        runs: amount,
        logs: amount,
        files: amount,
        isEstimate: v.pipe(
          v.boolean(),
          v.description("Whether it follows from a sample of the runs; few are all read"),
        ),
        measuredAt: instantOut,
      }),
    ),
    v.description("Those that keep most bytes first"),
  ),
  unmeasured: v.pipe(v.number(), v.description("Jobs that nothing is known of yet")),
  measuredAt: v.pipe(v.nullable(instantOut), v.description("The oldest of the measurements")),
});

/** What the tenant keeps, and what that costs. */
export function createStorageRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/storage`,
      uses: ["storage.read"],
      operationId: "getStorage",
      tag: RouteTag.Tenants,
      summary: "Show what is kept, and what that costs in bytes",
      description:
        "Measured about once an hour, by a sample where a job has many runs. Jobs in apps that the caller may not see are left out.",
      query: strictObject({
        app: v.optional(queryText(63, "One app only")),
        limit: v.optional(queryNumber(1, 200, "How many jobs are listed; the default is 50")),
      }),
      responses: { 200: { description: "The amounts", schema: storageSchema } },
      problems: [MoJobErrorCode.InvalidArgument],
      handle: async ({ query, scheduler }) => jsonResponse(toWire(await scheduler.storage.read(query))),
    }),
  ];
}
