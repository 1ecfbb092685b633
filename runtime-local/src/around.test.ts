import { AsyncLocalStorage } from "node:async_hooks";
import {
  type AroundRun,
  defineTriggeredJob,
  type JobRegistration,
  triggered,
  TriggeredJob,
} from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { expect, it } from "vitest";
import { type Embedded, startEmbedded } from "./embedded.ts";

interface Place extends Embedded {
  /** How a run of the first job ended. */
  end(): Promise<{ readonly state: string; readonly result: unknown; readonly error: string | undefined }>;
}

async function aPlace(around: AroundRun | undefined, ...jobs: readonly JobRegistration[]): Promise<Place> {
  const clock = createFakeClock();
  const hooks = { onRunEnd: () => {}, ...(around !== undefined && { around }) };
  const embedded = await startEmbedded({ app: "shop", inMemory: true, clock, jobs, hooks });
  const end: Place["end"] = async () => {
    const { id } = await embedded.scheduler.trigger("job");
    await clock.advance(5000);
    const { state, result, error } = await embedded.scheduler.instances.get(id);
    return { state, result, error: error?.message };
  };
  return { ...embedded, end };
}

const job = defineTriggeredJob({ key: "job", execute: () => "done" });
const failing = defineTriggeredJob({
  key: "job",
  execute: () => {
    throw new Error("out of paper");
  },
});

it("what stands around jobs stands outside of what stands around one, and both see its context and its end", async () => {
  const seen: string[] = [];
  const noting =
    (name: string): AroundRun =>
    async ({ jobKey, attempt }, next) => {
      seen.push(`${name} begins ${jobKey} ${attempt}`);
      seen.push(`${name} sees ${String(await next())}`);
    };
  const own = defineTriggeredJob({ key: "job", around: noting("inner"), execute: () => seen.push("job") });
  const { end, close } = await aPlace(noting("outer"), own);
  expect(await end()).toMatchObject({ state: "Succeeded", result: 3 });
  expect(seen).toEqual(["outer begins job 1", "inner begins job 1", "job", "inner sees 3", "outer sees 3"]);
  await close();
});

it("a context of the runtime reaches the job, the object that is built for it and what it calls later", async () => {
  const requests = new AsyncLocalStorage<string>();
  class Job extends TriggeredJob {
    static override readonly options = { key: "job" };
    readonly #built = requests.getStore();
    override async execute(): Promise<unknown> {
      await Promise.resolve();
      return [this.#built, requests.getStore()];
    }
  }
  const around: AroundRun = (_context, next) => requests.run("request 1", next);
  const { end, close } = await aPlace(undefined, triggered(Job, { around }));
  expect(await end()).toMatchObject({ result: ["request 1", "request 1"] });
  await close();
});

it.each<readonly [string, AroundRun, JobRegistration, object]>([
  [
    "fails a run whose job has succeeded: a commit, say",
    async (_context, next) => {
      await next();
      throw new Error("cannot commit");
    },
    job,
    { state: "Terminated", error: "cannot commit" },
  ],
  [
    "fails a run before its job",
    () => {
      throw new Error("no connection");
    },
    job,
    { state: "Terminated", error: "no connection" },
  ],
  [
    "cannot make a failure good",
    async (_context, next) => {
      await next().catch(() => {});
    },
    failing,
    { state: "Terminated", error: "out of paper" },
  ],
  ["need not wait", (_context, next) => void next(), job, { state: "Succeeded", result: "done" }],
  [
    "has to call the job",
    () => "instead",
    job,
    { state: "Terminated", error: 'Job "job" was not executed: around did not call next()' },
  ],
  [
    "has to call it once",
    async (_context, next) => {
      await next();
      await next();
    },
    job,
    { state: "Terminated", error: 'Cannot execute job "job" twice: around called next() again' },
  ],
])("what stands around a run %s", async (_name, around, registration, wanted) => {
  for (const [outer, inner] of [
    [around, registration],
    [undefined, { ...registration, around }],
  ] as const) {
    // The one after the other: each has a scheduler of its own.
    // oxlint-disable-next-line no-await-in-loop
    const { end, close } = await aPlace(outer, inner);
    // oxlint-disable-next-line no-await-in-loop
    expect(await end()).toMatchObject(wanted);
    // oxlint-disable-next-line no-await-in-loop
    await close();
  }
});

it("stands around each attempt, and its own time counts as the attempt's", async () => {
  const attempts: number[] = [];
  const slow = defineTriggeredJob({ key: "job", retryCount: 1, timeoutMs: 100, execute: () => "late" });
  const never: AroundRun = ({ attempt, signal }) => {
    attempts.push(attempt);
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
  };
  const { end, close } = await aPlace(never, slow);
  expect(await end()).toMatchObject({
    state: "Terminated",
    error: expect.stringContaining("longer than 100 ms"),
  });
  expect(attempts).toEqual([1, 2]);
  await close();
});
