import * as v from "valibot";
import { API_BASE } from "../api-context.ts";
import { RoutePolicy } from "../auth/route-policy.ts";
import type { EventHub } from "../events/event-hub.ts";
import { createEventStream } from "../events/event-stream.ts";
import { EVENT_TOPICS } from "../events/event-topic.ts";
import { HttpProblemCode } from "../problem/problem-code.ts";
import { defineRoute, type Route, RouteHeader, RouteTag } from "../route.ts";
import { querySeveral } from "../schemas/query-fields.ts";
import { strictObject } from "../schemas/strict-object.ts";

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // nginx would gather the stream before it passes it on.
  "X-Accel-Buffering": "no",
};

/** Live events. */
export function createEventRoutes(hub: EventHub): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/events`,
      policy: RoutePolicy.Guarded,
      operationId: "streamEvents",
      tag: RouteTag.System,
      summary: "Watch what changes",
      description:
        "Server-sent events. `instances`, `jobs` and `workers` carry `{ items, truncated }`: the latest state of each thing " +
        "that changed (runs as `InstanceEvent`, jobs as `{ key, app, revision }`, workers as `{ id, app }`); under load several " +
        "changes are told as one, and `truncated` says that there were more. `ready` begins a stream. `reset` says that " +
        "events were missed: read the lists again. A comment every 5 s of quiet keeps the connection open. " +
        "Come back with `Last-Event-ID` to go on where you were.",
      path: null,
      query: strictObject({ topics: v.optional(querySeveral(EVENT_TOPICS, "All unless said otherwise")) }),
      body: null,
      headers: [RouteHeader.LastEventId],
      answers: {
        200: {
          description: "The events, until either side ends them",
          mediaType: "text/event-stream",
          example:
            'id: 019b0000-….1\nevent: jobs\ndata: {"items":[{"key":"a","app":"b","revision":2}],"truncated":false}\n\n',
        },
      },
      problems: [HttpProblemCode.TooManyStreams],
      async handle({ query, context }) {
        // A HEAD has no body anybody would read or end.
        if (context.req.method === "HEAD") return new Response(null, { headers: HEADERS });
        const reader = await hub.open(
          query.topics ?? EVENT_TOPICS,
          context.req.header(RouteHeader.LastEventId),
        );
        return new Response(createEventStream(reader), { headers: HEADERS });
      },
    }),
  ];
}
