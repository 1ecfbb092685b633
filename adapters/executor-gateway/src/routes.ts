import { MoJobErrorCode, Permission } from "@mojob/core";
import {
  API_BASE,
  defineRoute,
  HttpProblemCode,
  httpProblem,
  jsonResponse,
  type Parser,
  type Route,
  type RouteRequest,
  RouteTag,
} from "@mojob/http/extension";
import type { Executors } from "./executors.ts";
import { LeaseOutcome } from "./protocol.ts";
import * as schemas from "./schemas.ts";

const POLL_MS = 10_000;
const EXAMPLE = { executor: "shop-019a6b1c-0d6e-7000-8000-000000000000" };
const LEASE = "019a6b1c-1f20-7000-8000-000000000000/019a6b1c-1e5a-7000-8000-000000000000";

interface Call<Body> {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly body: Parser<Body>;
  readonly bodyExample: object;
  readonly response: {
    readonly status: 200 | 201;
    readonly description: string;
    readonly schema: Parser<unknown>;
  };
  readonly problems?: Route["problems"];
  handle(request: RouteRequest<unknown, unknown, Body>): Promise<Response>;
}

function call<Body>({
  name,
  response,
  problems = [HttpProblemCode.ExecutorNotFound],
  ...rest
}: Call<Body>): Route {
  const { status, ...described } = response;
  return defineRoute({
    ...rest,
    method: "POST",
    pattern: `${API_BASE}/executor/${name}`,
    uses: [Permission.RunJobs],
    operationId: `${name}${name === "log" || name === "progress" ? "OfRuns" : name === "settle" ? "Runs" : "Executor"}`,
    tag: RouteTag.Executors,
    responses: { [status]: described },
    problems,
  });
}

/** The protocol of executors. */
export function createExecutorRoutes(executors: Executors): readonly Route[] {
  return [
    call({
      name: "register",
      summary: "Register an executor",
      description:
        "The first call of a program that runs jobs, and the one after any other call had the problem `executor_not_found`. Repeat it where the response was lost: that registers another executor, and the one before is lost by its silence. The runs of `leases` become the new executor's with its first call, so that a repeated registration has them as well.",
      body: schemas.registration,
      bodyExample: {
        app: "shop",
        jobs: [{ key: "shop.report", kind: "triggered", options: { retryCount: 2 } }],
        handlers: ["shop.resize"],
        limit: 8,
        name: "resizer",
        version: "2.4.0",
        runtime: { name: "python", version: "3.13.5" },
      },
      response: { status: 201, description: "The executor", schema: schemas.registered },
      problems: [
        MoJobErrorCode.InvalidCron,
        MoJobErrorCode.JobKeyTaken,
        MoJobErrorCode.QuotaExceeded,
        MoJobErrorCode.LockHeld,
        MoJobErrorCode.ShuttingDown,
      ],
      async handle({ body, principal }) {
        const { executor, registrations, resumed } = await executors.register(principal, body);
        const { heartbeatMs, silentMs } = executors;
        return jsonResponse(
          {
            executor: executor.id,
            heartbeatMs,
            silentMs,
            registrations: registrations.map((result) => ({
              key: result.key,
              outcome: result.outcome,
              fields: "fields" in result ? result.fields : [],
              ...(result.outcome !== "refused" &&
                result.definition.key !== result.key && { storedAs: result.definition.key }),
            })),
            resumed,
          },
          201,
        );
      },
    }),
    call({
      name: "poll",
      summary: "Wait for runs",
      description:
        "Responds as soon as there is a run, with as many as there are up to `max`, and with none after `waitMs`. A run begins when it is sent. " +
        "One poll at a time: a second one ends the first. An executor takes runs only while a poll is open.",
      body: schemas.poll,
      bodyExample: { ...EXAMPLE, max: 8, waitMs: 10_000, ack: 41 },
      response: { status: 200, description: "The runs", schema: schemas.polled },
      async handle({ body, principal, context }) {
        const { max, waitMs = POLL_MS, ack = 0 } = body;
        const executor = await executors.find(principal, body.executor);
        const leases = await executors.wait(principal, context.req.raw.signal, (signal) =>
          executor.poll({ max, waitMs, ack }, signal),
        );
        const runs = leases.map(({ json }) => json).join(",");
        const batch = leases.length === 0 ? ack : executor.batch;
        return new Response(`{"batch":${batch},"draining":${executor.isDraining},"runs":[${runs}]}`, {
          headers: { "Content-Type": "application/json" },
        });
      },
    }),
    call({
      name: "heartbeat",
      summary: "Say that the executor is there",
      description:
        "Responds as soon as a run is to end, and after `waitMs` otherwise, so that one open heartbeat after the other brings cancels and timeouts at once.",
      body: schemas.heartbeat,
      bodyExample: {
        ...EXAMPLE,
        waitMs: 3000,
        leases: [LEASE],
        usage: { processorMs: 8120, memoryBytes: 41_943_040, loopDelayMs: 12 },
      },
      response: { status: 200, description: "What the executor is to do", schema: schemas.heartbeatResponse },
      async handle({ body: { executor: id, waitMs = 0, leases, usage }, principal, context }) {
        const executor = await executors.find(principal, id);
        if (usage !== undefined) executor.report(usage);
        const abort = await executors.wait(principal, context.req.raw.signal, (signal) =>
          executor.heartbeat(waitMs, signal, leases),
        );
        const lost = executor.unknownOf(leases ?? []);
        return jsonResponse({ draining: executor.isDraining, abort, lost });
      },
    }),
    call({
      name: "log",
      summary: "Write to the logs of runs",
      description: "Send the last lines of a run before it is settled.",
      body: schemas.log,
      bodyExample: { ...EXAMPLE, lines: [{ lease: LEASE, level: "info", message: "3 of 10 done" }] },
      response: { status: 200, description: "Which lines were not written", schema: schemas.lost },
      async handle({ body, principal }) {
        const executor = await executors.find(principal, body.executor);
        const lost = executor.reach(body.lines, ({ context: { log } }, { level, message }) =>
          log[level](message),
        );
        return jsonResponse({ lost });
      },
    }),
    call({
      name: "progress",
      summary: "Report the progress of runs",
      body: schemas.progress,
      bodyExample: { ...EXAMPLE, progress: [{ lease: LEASE, fraction: 0.3, message: "3 of 10" }] },
      response: { status: 200, description: "Which runs are not the executor's", schema: schemas.lost },
      async handle({ body, principal }) {
        const executor = await executors.find(principal, body.executor);
        const lost = executor.reach(body.progress, ({ context }, { fraction, message }) =>
          context.progress(fraction, message),
        );
        return jsonResponse({ lost });
      },
    }),
    call({
      name: "settle",
      summary: "End runs",
      description:
        "Responds once the ends are recorded. Repeat a call whose response was lost: it is responded to the same, and nothing happens twice. " +
        "409 `lease_lost` where the executor holds none of the leases.",
      body: schemas.settle,
      bodyExample: {
        ...EXAMPLE,
        results: [
          { lease: LEASE, status: "failed", code: "SMTPError", message: "Mailbox full", retryable: false },
        ],
      },
      response: { status: 200, description: "What became of each", schema: schemas.settled },
      problems: [HttpProblemCode.ExecutorNotFound, HttpProblemCode.LeaseLost],
      async handle({ body: { executor: id, results }, principal }) {
        const executor = await executors.find(principal, id);
        const outcomes = await executor.settle(results);
        if (outcomes.every((outcome) => outcome === LeaseOutcome.Refused))
          throw httpProblem(
            HttpProblemCode.LeaseLost,
            "The executor holds none of these leases: nothing was changed",
          );
        return jsonResponse({
          results: results.map(({ lease }, index) => ({ lease, outcome: outcomes[index] })),
        });
      },
    }),
    call({
      name: "drain",
      summary: "Take no more runs",
      description: "For a program that is about to end: it finishes what it has, settles it, and leaves.",
      body: schemas.only,
      bodyExample: EXAMPLE,
      response: { status: 200, description: "What it still has to do", schema: schemas.running },
      async handle({ body, principal }) {
        const executor = await executors.find(principal, body.executor);
        await executor.drain();
        return jsonResponse({ running: executor.running });
      },
    }),
    call({
      name: "leave",
      summary: "Leave",
      description: "Runs that the executor still holds end as `worker_lost`, and are retried if they may be.",
      body: schemas.only,
      bodyExample: EXAMPLE,
      response: { status: 200, description: "How many runs it gave up", schema: schemas.running },
      async handle({ body, principal }) {
        const executor = await executors.find(principal, body.executor);
        const { running } = executor;
        await executor.leave();
        return jsonResponse({ running });
      },
    }),
  ];
}
