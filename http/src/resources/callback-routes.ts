import { MoJobErrorCode } from "@mojob/core";
import { type CallbackReport, CallbackState, invalidInput, issueAt } from "@mojob/core/engine";
import { byteLength, type JsonValue } from "@mojob/core/ports";
import * as v from "valibot";
import { OpenAccess } from "../auth/access.ts";
import type { Parser } from "../request/validate.ts";
import { API_BASE } from "../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../route/route.ts";
import { json, line, oneOf, text } from "../schema/fields.ts";
import { strictObject } from "../schema/strict-object.ts";

const MOST_RESULT_BYTES = 256 * 1024;

interface ReportBody {
  readonly state: CallbackState;
  readonly progress?: number | undefined;
  readonly message?: string | undefined;
  readonly result?: JsonValue | undefined;
  readonly error?: string | undefined;
}

const PATH: Parser<{ readonly id: string; readonly token: string }> = strictObject({
  id: text(64, 1),
  token: text(128, 1),
});

const BODY: Parser<ReportBody> = strictObject(
  {
    state: oneOf(Object.values(CallbackState)),
    progress: v.optional(
      v.pipe(v.number(), v.minValue(0), v.maxValue(1), v.description("The fraction that is done")),
    ),
    message: v.optional(line(500)),
    result: v.optional(json),
    error: v.optional(line(4000, 1)),
  },
  "must be an object with state, progress, message, result and error",
);

/** Where targets of requests report how their work goes on. */
export function createCallbackRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/callbacks/:id/:token`,
      uses: ["acceptCallback"],
      open: OpenAccess.Callback,
      operationId: "reportCallback",
      tag: RouteTag.Instances,
      summary: "Report on work that a request began",
      description:
        "The address is that of the request's header `MoJob-Callback-Url`; no other token is sent with it. `running` reports progress, " +
        "`succeeded` has the run's result, `failed` an error of one line. The first end counts; the same one may be sent again.",
      path: PATH,
      body: BODY,
      bodyExample: { state: "succeeded", result: { rows: 7 } },
      responses: {
        200: {
          description: "It was taken",
          schema: v.object({ state: v.picklist(Object.values(CallbackState)) }),
        },
      },
      problems: [MoJobErrorCode.CallbackNotFound, MoJobErrorCode.CallbackEnded],
      handle: async ({ path: { id, token }, body, scheduler }) =>
        jsonResponse({ state: await scheduler.acceptCallback(id, token, reportOf(body)) }),
    }),
  ];
}

function reportOf({ state, progress, message, result = null, error }: ReportBody): CallbackReport {
  if (state === CallbackState.Running)
    return { state, ...(progress !== undefined && { progress }), ...(message !== undefined && { message }) };
  if (state === CallbackState.Failed) return { state, error: error ?? "no error was given" };
  if (byteLength(JSON.stringify(result)) > MOST_RESULT_BYTES)
    throw invalidInput("take this report", [issueAt("/result", "too_long", { max: MOST_RESULT_BYTES })]);
  return { state, result };
}
