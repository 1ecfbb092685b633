import { MoJobErrorCode } from "@mojob/core";
import { type HeartbeatList, type HeartbeatView, PingState } from "@mojob/core/engine";
import * as v from "valibot";
import { OpenAccess } from "../../auth/access.ts";
import { toWire, type Wire, wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { instantOut, oneOf, text, wholeNumber } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";

const time = v.nullable(instantOut);

interface HeartbeatJson extends Omit<HeartbeatView["heartbeat"], "token"> {
  readonly path: string;
  readonly state: PingState | null;
  readonly reportedAt: string | null;
  readonly succeededAt: string | null;
  readonly due: string | null;
}

export const heartbeatSchema: Parser<HeartbeatJson> = wireObject({
  id: v.string(),
  app: v.string(),
  cron: v.pipe(v.nullable(v.string()), v.description("When it is to report")),
  everyMs: v.pipe(v.nullable(v.number()), v.description("How often it is to report, where it has no cron")),
  timeZone: v.string(),
  graceMs: v.pipe(
    v.number(),
    v.description("How much later it may be, and how long it may take where it reports its start"),
  ),
  note: v.nullable(v.string()),
  createdAt: instantOut,
  path: v.pipe(
    v.string(),
    v.description("Where it reports, behind the address of the API: its last part is the secret"),
  ),
  state: v.pipe(v.nullable(v.picklist(Object.values(PingState))), v.description("Its latest report")),
  reportedAt: time,
  succeededAt: time,
  due: v.pipe(time, v.description("When it is to report next, or was to")),
});

type HeartbeatsJson = Omit<Wire<HeartbeatList>, "heartbeats"> & {
  readonly heartbeats: readonly HeartbeatJson[];
};

const listSchema: Parser<HeartbeatsJson> = wireObject({
  heartbeats: v.array(heartbeatSchema),
  revision: v.pipe(v.number(), v.description("To be sent with a change; 0 before the first")),
  updatedBy: v.nullable(v.string()),
  updatedAt: time,
});

/** Checked by the scheduler, which names each mistake. */
const given = v.pipe(
  v.array(v.any()),
  v.description("Heartbeats with `id`, `app`, `cron` or `everyMs`, `timeZone`, `graceMs` and `note`"),
);

const PATH: Parser<{ readonly token: string }> = strictObject({ token: text(128, 1) });
const QUERY: Parser<{ readonly state?: PingState | undefined }> = strictObject({
  state: v.optional(
    v.pipe(oneOf(Object.values(PingState)), v.description("What it reports; a success where left out")),
  ),
});

/** Routes of programs that run elsewhere and are to report. */
export function createHeartbeatRoutes(): readonly Route[] {
  return [listRoute(), replaceRoute(), pingRoute()];
}

function listRoute(): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/heartbeats`,
    uses: ["alarms.heartbeats"],
    operationId: "listHeartbeats",
    tag: RouteTag.Alarms,
    summary: "List what runs elsewhere and is to report",
    description: "",
    responses: { 200: { description: "The heartbeats", schema: listSchema } },
    handle: async ({ scheduler }) => jsonResponse(listJson(await scheduler.alarms.heartbeats())),
  });
}

function replaceRoute(): Route {
  return defineRoute({
    method: "PATCH",
    pattern: `${API_BASE}/heartbeats`,
    uses: ["alarms.replaceHeartbeats"],
    operationId: "replaceHeartbeats",
    tag: RouteTag.Alarms,
    summary: "Replace the list of what runs elsewhere and is to report",
    description:
      "One whose id stays keeps its address. Where one does not report in time, an incident is opened.",
    body: strictObject(
      { heartbeats: given, revision: wholeNumber(0, Number.MAX_SAFE_INTEGER) },
      "must be an object with heartbeats and revision",
    ),
    bodyExample: {
      heartbeats: [{ id: "backup", app: "ledger", cron: "0 2 * * *", graceMs: 3_600_000 }],
      revision: 0,
    },
    responses: { 200: { description: "The heartbeats", schema: listSchema } },
    problems: [MoJobErrorCode.StaleRevision, MoJobErrorCode.InvalidCron],
    handle: async ({ body, scheduler }) =>
      jsonResponse(listJson(await scheduler.alarms.replaceHeartbeats(body.heartbeats, body.revision))),
  });
}

/** A GET, though it notes something: what reports is often a line of a shell, or a box that asks for an address and nothing more. */
function pingRoute(): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/pings/:token`,
    uses: ["alarms.ping"],
    open: OpenAccess.Callback,
    operationId: "ping",
    tag: RouteTag.Alarms,
    summary: "Report that something that runs elsewhere was done",
    description: "The address is that of its heartbeat; no other token is sent with it.",
    path: PATH,
    query: QUERY,
    responses: {
      200: {
        description: "It was taken",
        schema: v.object({ state: v.picklist(Object.values(PingState)) }),
      },
    },
    problems: [MoJobErrorCode.HeartbeatNotFound],
    async handle({ path: { token }, query: { state = PingState.Success }, scheduler }) {
      await scheduler.alarms.ping(token, state);
      return jsonResponse({ state });
    },
  });
}

function listJson({ heartbeats, ...list }: HeartbeatList): HeartbeatsJson {
  return toWire({
    ...list,
    heartbeats: heartbeats.map(({ heartbeat: { token, ...heartbeat }, latest, due }) => ({
      ...heartbeat,
      path: `${API_BASE}/pings/${token}`,
      state: latest?.state ?? null,
      reportedAt: latest?.at ?? null,
      succeededAt: latest?.succeededAt ?? null,
      due,
    })),
  });
}
