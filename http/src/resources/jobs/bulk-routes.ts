import { isMoJobError, Permission, type TriggerRequest } from "@mojob/core";
import { fingerprint } from "@mojob/core/engine";
import * as v from "valibot";
import { problemOfError } from "../../problem/error-handler.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteHeader, RouteTag } from "../../route/route.ts";
import type { UsedScheduler } from "../../route/used-scheduler.ts";
import { flag, instant, jobKey, line, listOf, nullable, oneOf } from "../../schema/fields.ts";
import { problemSchema } from "../../schema/problem-schema.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { waitingFires } from "./schema.ts";
import { originOf } from "../triggers/origin.ts";

const MAX_KEYS = 1000;
const AT_ONCE = 20;

/** Many jobs at once. */
export function createJobBulkRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/jobs/bulk`,
      uses: [Permission.ReadJobs, "instances.trigger?", "jobs.pause?", "jobs.resume?"],
      operationId: "bulkJobs",
      tag: RouteTag.Jobs,
      summary: "Run, pause or resume many jobs",
      description:
        "Each job by itself, in the order of `keys`: one that is refused does not keep the others back. A run begins with the " +
        "job's own arguments.",
      path: null,
      query: null,
      body: strictObject(
        {
          action: oneOf(["run", "pause", "resume"]),
          keys: listOf(jobKey, MAX_KEYS, 1),
          until: v.optional(nullable(instant("When a paused job resumes by itself; `null` is never"))),
          note: v.optional(nullable(line(500))),
          waiting: v.optional(waitingFires),
          overwrite: v.optional(
            v.pipe(
              flag(),
              v.description("Whether pauses in force are replaced; else those jobs are refused"),
            ),
          ),
        },
        "must be an object with action and keys",
      ),
      bodyExample: { action: "pause", keys: ["ledger/close", "ledger/report"], note: "Release 4.2" },
      headers: [RouteHeader.IdempotencyKey, RouteHeader.Client],
      responses: {
        200: {
          description: "What became of each job, in the order of the request",
          schema: v.object({
            done: v.number(),
            results: v.array(
              v.object({
                key: v.string(),
                instanceId: v.pipe(v.nullable(v.string()), v.description("The run that was started")),
                problem: v.pipe(v.nullable(problemSchema), v.description("`null` where it was done")),
              }),
            ),
          }),
        },
      },
      problems: [],
      async handle({
        body: { action, keys, until = null, note = null, waiting, overwrite = false },
        idempotencyKey,
        scheduler,
        context,
      }) {
        const origin = originOf(context.req.header(RouteHeader.Client));
        const act = async (key: string): Promise<string | null> => {
          if (action === "run") return startRun(scheduler, key, origin, idempotencyKey);
          if (action === "pause")
            await scheduler.jobs.pause(key, {
              until,
              note,
              unlessPaused: !overwrite,
              ...(waiting !== undefined && { waiting }),
            });
          else await scheduler.jobs.resume(key);
          return null;
        };
        const results = await inTurns([...new Set(keys)], async (key) => {
          try {
            return { key, instanceId: await act(key), problem: null };
          } catch (error) {
            if (!isMoJobError(error)) throw error;
            return { key, instanceId: null, problem: problemOfError(error) };
          }
        });
        return jsonResponse({ done: results.filter(({ problem }) => problem === null).length, results });
      },
    }),
  ];
}

async function startRun(
  scheduler: UsedScheduler<"instances.trigger">,
  key: string,
  origin: Pick<TriggerRequest, "source" | "manual">,
  idempotencyKey: string | undefined,
): Promise<string> {
  // One key stands for the whole call; each run gets its own, short enough whatever the job.
  const own = idempotencyKey && { idempotencyKey: await fingerprint([idempotencyKey, key]) };
  return (await scheduler.instances.trigger(key, { ...origin, ...own })).id;
}

/** Some at a time, so that a thousand jobs are not a thousand writes at once. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    // oxlint-disable-next-line no-await-in-loop
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(act))));
  }
  return results;
}
