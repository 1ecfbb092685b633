import { MoJobErrorCode } from "@mojob/core";
import {
  type FailureGroup,
  type FailureQuery,
  type HandledFailure,
  type HandleFailureRequest,
  hiddenIn,
  Payload,
} from "@mojob/core/engine";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { API_BASE, type ApiContext } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import type { UsedScheduler } from "../../route/used-scheduler.ts";
import { instant, instantOut, line, nullable, oneOf, text } from "../../schema/fields.ts";
import { HIDDEN_FIELD, type HiddenJson } from "../../schema/hidden.ts";
import { queryText } from "../../schema/query-fields.ts";
import { stated } from "../../schema/stated.ts";
import { toWire, type Wire, wireObject } from "../../schema/wire.ts";
import { strictObject } from "../../schema/strict-object.ts";

const A_DAY_MS = 24 * 60 * 60 * 1000;
const ORDERS = ["newest", "count"] as const satisfies readonly NonNullable<FailureQuery["orderBy"]>[];
const MOST_NOTE = 500;
/** A SHA-256 as hexadecimal text. */
const LONGEST_ID = 64;

const handledSchema: Parser<Wire<HandledFailure>> = wireObject({
  mutedAt: v.pipe(
    v.nullable(instantOut),
    v.description("The group is muted while its newest failure is not newer than this"),
  ),
  note: v.string(),
  by: v.pipe(v.nullable(v.string()), v.description("Who changed it last; `null` is the program itself")),
  at: instantOut,
});

interface GroupJson extends HiddenJson, Omit<Wire<FailureGroup>, "cause" | "jobs"> {
  readonly cause: string | null;
  readonly jobs: readonly (Wire<FailureGroup["jobs"][number]> & { readonly jobName: string | null })[];
}

const groupSchema: Parser<GroupJson> = wireObject({
  id: v.pipe(v.string(), v.description("Stays the same for the same cause")),
  cause: v.pipe(
    v.nullable(v.string()),
    v.description("The error without what differs from run to run; `null` where it is hidden"),
  ),
  error: v.pipe(v.nullable(v.string()), v.description("The error of the newest run")),
  number: v.pipe(v.nullable(v.number()), v.description("The number of that error; `null` where it has none")),
  count: v.number(),
  rerun: v.pipe(v.number(), v.description("How many of these runs were run again")),
  firstAt: instantOut,
  lastAt: instantOut,
  spans: v.pipe(
    v.array(v.number()),
    v.description("How many in each of 24 equal spans from `from` until now, oldest first"),
  ),
  newestId: v.pipe(v.string(), v.description("The newest run")),
  jobs: v.pipe(
    v.array(
      v.object({
        jobKey: v.string(),
        jobName: v.nullable(v.string()),
        app: v.string(),
        count: v.number(),
        rerun: v.number(),
        lastAt: instantOut,
        newestId: v.string(),
      }),
    ),
    v.description("The jobs that failed so, those with the most failures first, at most 20"),
  ),
  jobCount: v.number(),
  args: v.pipe(v.array(v.string()), v.description("Different arguments, newest first, at most 3")),
  handled: v.nullable(handledSchema),
  ...HIDDEN_FIELD,
});

/** Failed runs by cause. */
export function createFailureRoutes({ clock }: Pick<ApiContext, "clock">): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/failures`,
      uses: ["instances.failures", "jobs.names"],
      operationId: "listFailures",
      tag: RouteTag.Instances,
      summary: "List failures by cause",
      description:
        "Runs that failed for good, the newest 10,000, in at most 200 groups over all jobs. To run a group " +
        "again, send its `cause` with a filter of `Terminated`, the same `from` and, for one of its jobs, its key to `bulkInstances`.",
      query: strictObject({
        from: v.optional(instant("Created then or later; the default is the last 24 hours")),
        app: v.optional(queryText(63, "One app only")),
        search: v.optional(queryText(256, "Part of an error or of a job's key")),
        orderBy: v.optional(
          v.pipe(
            oneOf(ORDERS),
            v.description(
              "`newest` (the default): the newest failure first; `count`: the most failures first",
            ),
          ),
        ),
      }),
      responses: {
        200: {
          description: "The groups, and of how many runs they are",
          schema: v.object({
            items: v.array(groupSchema),
            numbers: v.pipe(
              v.array(
                v.object({ number: v.number(), code: v.string(), count: v.number(), groups: v.number() }),
              ),
              v.description("The runs of the groups that are listed by the number of the error, most first"),
            ),
            groupCount: v.pipe(
              v.number(),
              v.description("How many groups there are, those that are not listed too"),
            ),
            runs: v.number(),
            grouped: v.pipe(v.number(), v.description("How many of them are in the groups that are listed")),
            isComplete: v.pipe(v.boolean(), v.description("Whether no failed run and no group is left out")),
          }),
        },
      },
      async handle({ query: { from = new Date(clock.now().getTime() - A_DAY_MS), ...query }, scheduler }) {
        const { groups, ...counts } = await scheduler.instances.failures(
          stated<FailureQuery>({ from, ...query }),
        );
        return jsonResponse({ items: await withNames(scheduler, groups), ...counts });
      },
    }),
    defineRoute({
      method: "PATCH",
      pattern: `${API_BASE}/failures/:id`,
      uses: ["instances.handleFailure"],
      operationId: "handleFailure",
      tag: RouteTag.Instances,
      summary: "Mute failures of one cause, or write a note on them",
      description:
        "For everybody. A muted group is shown again when it fails later than `mutedAt`. Kept for 90 days after the last change.",
      path: strictObject({
        id: v.pipe(text(LONGEST_ID, 1), v.description("The group")),
      }),
      body: strictObject(
        {
          mutedAt: v.optional(nullable(instant("`lastAt` of the group; `null` shows it again"))),
          note: v.optional(line(MOST_NOTE)),
        },
        "must be an object with mutedAt and note",
      ),
      bodyExample: { mutedAt: "2026-02-01T00:00:00.000Z", note: "Waits for the ledger's update" },
      responses: { 200: { description: "What is kept of the group", schema: handledSchema } },
      problems: [MoJobErrorCode.InstanceNotFound],
      async handle({ path, body, scheduler }) {
        const request = stated<HandleFailureRequest>(body);
        return jsonResponse(await scheduler.instances.handleFailure(path.id, request));
      },
    }),
  ];
}

async function withNames(
  { jobs }: UsedScheduler<"jobs.names">,
  groups: readonly FailureGroup[],
): Promise<readonly GroupJson[]> {
  const names = await jobs.names([
    ...new Set(groups.flatMap((group) => group.jobs.map(({ jobKey }) => jobKey))),
  ]);
  return groups.map((group) =>
    toWire({
      ...group,
      ...(hiddenIn(group).includes(Payload.Error) && { cause: null }),
      jobs: group.jobs.map((job) => ({ ...job, jobName: names.get(job.jobKey) ?? null })),
    }),
  );
}
