import { defineTriggeredJob, type JobContext, type JobDefinition, type JobRegistration } from "@mojob/core";
import { ALL_PERMISSIONS } from "@mojob/core/engine";
import { type IMoWorkRunner, type WorkAttempt, WorkError, WorkErrorCode } from "@mojob/core/ports";
import { createFakeClock } from "@mojob/core/testing";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";

export const HOUR_MS = 3_600_000;

export type Nodes = readonly object[];
export type Body = Readonly<Record<string, unknown>> & { readonly nodes: Nodes };

/** Two bodies of which the second says the member, or says another value of it; `more` is what a test does besides. */
export interface Scenario {
  readonly without: Body;
  readonly having: Body;
  readonly more?: PlayOptions;
}

export interface PlayOptions {
  readonly args?: object;
  /** Done when the task has begun. */
  readonly act?: (scheduler: Scheduler, id: string) => Promise<unknown>;
  /** Of the job that is the task. */
  readonly options?: object;
  /** How much time passes at a time. @default an hour */
  readonly beatMs?: number;
}

export type Scheduler = Awaited<ReturnType<typeof startEmbedded>>["scheduler"];

export const script = (source: string): object => ({ kind: "script", language: "shell", source });

/** What code and programs are: their names say what they do. */
function jobs(clock: ReturnType<typeof createFakeClock>, begun: string[]): readonly JobRegistration[] {
  const untilAborted = (_: unknown, { signal }: JobContext): Promise<never> =>
    new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const job = (key: string, execute: (args: never, context: JobContext) => unknown): JobRegistration =>
    defineTriggeredJob({
      key,
      maxConcurrency: null,
      execute: (args: never, context) => {
        begun.push(`${key} ${context.instanceId.replace(/^.*#/, "")} ${clock.now().toISOString()}`);
        return execute(args, context) as never;
      },
    });
  return [
    job("echo", (args) => args),
    job("bad", () => {
      throw new TypeError("bad");
    }),
    job("hang", untilAborted),
    job("rest", async (_, { signal }) => {
      const { sleep } = await import("@mojob/core/ports");
      await sleep(clock, HOUR_MS, signal);
    }),
  ];
}

const runners: readonly IMoWorkRunner<JobContext>[] = [
  {
    kind: "script",
    names: ["shell"],
    handlers: [],
    canRun: ({ work }: JobDefinition) => work.kind === "script",
    run: ({ definition, instance }: WorkAttempt) => {
      const { source } = definition.work as unknown as { readonly source: string };
      return source === "bad"
        ? Promise.reject(new Error("bad"))
        : Promise.resolve({ source, args: instance.args });
    },
  } as unknown as IMoWorkRunner<JobContext>,
  {
    kind: "resource",
    names: ["file", "service", "ftp", "database"],
    handlers: [],
    canRun: ({ work }: JobDefinition) => (work as { readonly kind: string }).kind === "resource",
    run: ({ definition }: WorkAttempt) => {
      const { uri, query, values } = definition.work as unknown as Record<string, unknown>;
      if (String(uri).includes("none"))
        throw new WorkError(WorkErrorCode.ServiceUnavailable, { name: String(uri) });
      return Promise.resolve({ STATUS: 200, TYPE: "file", QUERY: query ?? null, VALUES: values ?? null });
    },
  } as unknown as IMoWorkRunner<JobContext>,
];

/** Runs a body to its end, and shows all that can be seen of it. */
export async function play(
  body: Body,
  { args, act, options = {}, beatMs = HOUR_MS }: PlayOptions = {},
): Promise<string> {
  const clock = createFakeClock("2026-03-02T00:00:00Z");
  const begun: string[] = [];
  const hooks = { onRunEnd: () => {} };
  const started = await startEmbedded({
    features: FEATURES,
    app: "a",
    jobs: jobs(clock, begun),
    runners,
    clock,
    inMemory: true,
    hooks,
  });
  const { scheduler, close } = started;
  try {
    await scheduler.jobs.create({
      key: "inner",
      app: "a",
      kind: "triggered",
      work: { kind: "task", body: { engine: 1, nodes: [{ id: "in", type: "job", job: { key: "echo" } }] } },
    } as never);
    // Of an app without a worker.
    await scheduler.jobs.create({ key: "far", app: "elsewhere", kind: "triggered" });
    const work = { kind: "task", body: { engine: 1, ...body } };
    await scheduler.jobs.create({ key: "t", app: "a", kind: "triggered", work, options } as never);
    const triggered = await annOf(scheduler)
      .trigger("t", args as never)
      .catch((error: Error) => error);
    if (triggered instanceof Error) return triggered.message;
    const { id } = triggered;
    await clock.advance(10);
    const said =
      act === undefined
        ? null
        : await act(scheduler, id).then(
            () => "ok",
            (error: Error) => error.message,
          );
    for (let beats = 0; beats < 30 && (await scheduler.instances.get(id)).completedAt === null; beats += 1)
      await clock.advance(beatMs);
    const run = await scheduler.instances.get(id);
    const { nodes } = await scheduler.tasks.get(id);
    const shown = nodes.map((node) => [node.id, node.status, node.code, node.branches, node.visit]);
    const page = await scheduler.instances.list({ search: "~" }, { limit: 200 });
    const parts = page.items.map((one) => [
      one.jobKey,
      one.part?.name,
      one.argsPreview,
      one.attempt,
      one.priority,
      one.state,
    ]);
    const facts = await scheduler.tasks.log(id, 0, 1000);
    const error = run.error && [run.error.code, run.error.message];
    const seen = {
      state: run.state,
      error,
      result: run.result,
      said,
      shown,
      parts: parts.map(String).toSorted(),
      begun,
    };
    return JSON.stringify([seen, facts.map(({ at, type }) => [at, type])]).replaceAll(id, "ID");
  } finally {
    const closed = close();
    await clock.advance(40 * 24 * HOUR_MS);
    await closed;
  }
}

/** Who starts every run here, and approves. */
export const annOf = (scheduler: Scheduler): Scheduler =>
  scheduler.as({ kind: "user", name: "ann", permissions: ALL_PERMISSIONS });
