import * as v from "valibot";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { instantOut } from "../../schema/fields.ts";

const itemSchema = v.object({
  kind: v.pipe(
    v.picklist(["approval", "held"]),
    v.description("`approval` is given or refused; a task that is `held` is decided on, or fails at `until`"),
  ),
  runId: v.string(),
  jobKey: v.string(),
  app: v.string(),
  argsPreview: v.pipe(
    v.nullable(v.string()),
    v.description(
      "The beginning of what the run was given, with the values of parameters that were left out; `null` for none, and for a caller who may not read them",
    ),
  ),
  askedBy: v.pipe(v.nullable(v.string()), v.description("Who started the run, as far as known")),
  startedAt: instantOut,
  since: instantOut,
  until: v.pipe(v.nullable(instantOut), v.description("When it is over by itself; `null` is never")),
  node: v.pipe(
    v.nullable(v.string()),
    v.description("The approval, or the first node whose failure holds the task"),
  ),
  title: v.nullable(v.string()),
  failed: v.pipe(
    v.array(
      v.object({
        node: v.string(),
        title: v.nullable(v.string()),
        code: v.nullable(v.string()),
        cause: v.pipe(
          v.nullable(v.string()),
          v.description(
            "What it failed with; `null` where that is not known, of the twenty-first and later, and for a caller who may not read it",
          ),
        ),
      }),
    ),
    v.description("The nodes whose failure holds the task"),
  ),
  approval: v.pipe(
    v.nullable(
      v.object({
        users: v.array(v.string()),
        roles: v.array(v.string()),
        quorum: v.number(),
        notTheStarter: v.boolean(),
        given: v.array(v.string()),
        onTimeout: v.string(),
        form: v.nullable(v.record(v.string(), v.unknown())),
      }),
    ),
    v.description("Who may give it, and who has; `null` of what is held"),
  ),
  mayDecide: v.pipe(v.boolean(), v.description("Whether the caller may decide it")),
});

/** Routes of the items that wait for people. */
export function createInboxRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/inbox`,
      uses: ["tasks.inbox"],
      operationId: "readInbox",
      tag: RouteTag.Instances,
      summary: "See what waits for people",
      description:
        "Approvals to give and failures that hold tasks, in the apps of the caller; what waits longest is first. `mayDecide` says what is the caller's own to decide.",
      responses: { 200: { description: "What waits", schema: v.object({ items: v.array(itemSchema) }) } },
      handle: async ({ scheduler }) => jsonResponse({ items: await scheduler.tasks.inbox() }),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/inbox/count`,
      uses: ["tasks.inboxCount"],
      operationId: "countInbox",
      tag: RouteTag.Instances,
      summary: "Count what waits for the caller",
      description:
        "How much of the inbox the caller may decide, as it was two seconds ago at the most. It costs little: a page may ask every few seconds.",
      responses: { 200: { description: "How much", schema: v.object({ count: v.number() }) } },
      handle: async ({ scheduler }) => jsonResponse({ count: await scheduler.tasks.inboxCount() }),
    }),
  ];
}
