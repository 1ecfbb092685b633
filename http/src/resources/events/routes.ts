import * as v from "valibot";
import { API_BASE } from "../../route/api-context.ts";
import type { EventHubs } from "./hubs.ts";
import { createEventStream } from "./stream.ts";
import { EVENT_TOPICS } from "./topic.ts";
import { HttpProblemCode } from "../../problem/problem-code.ts";
import { defineRoute, type Route, RouteHeader, RouteTag } from "../../route/route.ts";
import { queryFlag, querySeveral } from "../../schema/query-fields.ts";
import { strictObject } from "../../schema/strict-object.ts";

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // Keeps nginx from buffering the stream.
  "X-Accel-Buffering": "no",
};

/** Live events. */
export function createEventRoutes(hubs: EventHubs): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/events`,
      uses: ["watch"],
      operationId: "streamEvents",
      tag: RouteTag.System,
      summary: "Watch what changes",
      description:
        "Server-sent events. `instances`, `jobs` and `workers` have the data `{ items, truncated }`: the latest state of each thing " +
        "that changed (runs as `InstanceEvent`, jobs as `{ key, app, revision }`, workers as `{ id, app }`); under load several " +
        "changes are sent as one, and `truncated` is true where there were more. `ready` begins a stream. `reset` is sent after " +
        "missed events: read the lists again. A comment every 5 s of quiet keeps the connection open. " +
        "Reconnect with `Last-Event-ID` to continue after that event. While events are watched, every GET names in `MoJob-Event-Id` the " +
        "latest event whose change it has read: `after` it, a stream misses nothing. The stream ends with the session that it was opened with, and where what its caller may do " +
        "has changed: open it again. One caller has at most 50 open.",
      query: strictObject({
        topics: v.optional(querySeveral(EVENT_TOPICS, "The default is all")),
        items: v.optional(
          queryFlag("`false` sends `{}` in place of the data, for each topic once a second at most"),
        ),
        after: v.optional(
          v.pipe(
            v.string(),
            v.maxLength(100),
            v.description("Continues after this event, as `Last-Event-ID` does"),
          ),
        ),
      }),
      headers: [RouteHeader.LastEventId],
      responses: {
        200: {
          description: "The events, until either side ends them",
          mediaType: "text/event-stream",
          example:
            'id: 019b0000-….1\nevent: jobs\ndata: {"items":[{"key":"a","app":"b","revision":2}],"truncated":false}\n\n',
        },
      },
      problems: [HttpProblemCode.TooManyStreams],
      async handle({ query, context, isLive, scheduler }) {
        // A HEAD request has no body, so there is no stream to end.
        if (context.req.method === "HEAD") return new Response(null, { headers: HEADERS });
        const reader = await hubs.open(scheduler, query.topics ?? EVENT_TOPICS, {
          isBare: query.items === false,
          // One that comes back has read on since.
          lastEventId: context.req.header(RouteHeader.LastEventId) ?? query.after,
          isLive,
        });
        return new Response(createEventStream(reader), { headers: HEADERS });
      },
    }),
  ];
}
