import { isMoJobError, type JobContext, type MoJobScheduler } from "@mojob/core";
import type { IMoWorkRunner, JsonValue } from "@mojob/core/ports";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyConfig, diffConfig, readConfig } from "./mod.ts";

const SCRIPTS: IMoWorkRunner<JobContext> = {
  kind: "script",
  handlers: ["shell"],
  canRun: ({ work }) => work.kind === "script",
  run: () => Promise.resolve(null),
};

const closing: (() => Promise<void>)[] = [];
let one: MoJobScheduler;
let other: MoJobScheduler;

async function open(): Promise<MoJobScheduler> {
  const started = await startEmbedded({
    app: "shop",
    inMemory: true,
    jobs: [],
    features: FEATURES,
    runners: [SCRIPTS],
  });
  closing.push(started.close);
  return started.scheduler;
}

beforeAll(async () => {
  [one, other] = [await open(), await open()];
});
afterAll(async () => {
  for (const close of closing) await close();
});

const maybe = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(values, { nil: undefined, freq: 3 });
const LINES = fc.string({
  unit: fc.constantFrom("a", " ", "\n", "#", ":", "-", '"', "'", "中", "\t", "{", "|", "😀"),
  maxLength: 30,
});
const LINE = LINES.map((text) => text.replaceAll(/[\n\t]/g, "."));
const JSONS = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);

const COMMON = {
  name: maybe(LINE.map((text) => `n${text}`)),
  description: maybe(LINES),
  owner: maybe(LINE),
  tags: maybe(
    fc.array(
      LINE.map((text) => `t${text}`),
      { maxLength: 3 },
    ),
  ),
  labels: maybe(fc.dictionary(fc.constantFrom("team", "yes", "a/b", "No"), LINE)),
  disabled: maybe(fc.boolean()),
  maxConcurrency: maybe(fc.constantFrom(null, 1, 2, 7)),
  whenFull: maybe(fc.constantFrom("skip", "queue")),
  priority: maybe(fc.integer({ min: 1, max: 5 })),
  timeoutMs: maybe(fc.integer({ min: 1000, max: 4_000_000 })),
  retryCount: maybe(fc.integer({ min: 0, max: 9 })),
  retention: maybe(
    fc.record(
      { maxAgeDays: fc.integer({ min: 1, max: 99 }), maxSkipped: fc.constantFrom(0, 100) },
      { requiredKeys: [] },
    ),
  ),
  executors: maybe(
    fc.record(
      { labels: fc.dictionary(fc.constantFrom("gpu", "os"), LINE), minVersion: fc.constantFrom("", "1.2") },
      { requiredKeys: [] },
    ),
  ),
};
const SCHEDULE = {
  cron: maybe(fc.constantFrom("0 3 * * *", "*/5 * * * * *", "H H * * *", "0 0 29 2 *", null)),
  timeZone: maybe(fc.constantFrom("UTC", "Asia/Shanghai", "Australia/Lord_Howe")),
  startTime: maybe(fc.constantFrom(null, "2026-01-01T00:00:00Z", "2026-06-01T08:00:00+08:00")),
  misfire: maybe(
    fc.record(
      { policy: fc.constantFrom("skip", "fireOnce"), graceMs: fc.integer({ min: 0, max: 9000 }) },
      { requiredKeys: [] },
    ),
  ),
  dst: maybe(fc.record({ gap: fc.constantFrom("skip", "shift") }, { requiredKeys: [] })),
  schedules: maybe(
    fc.array(
      fc.record({ name: fc.constantFrom("noon", "night"), cron: fc.constant("0 12 * * *"), args: JSONS }),
      { maxLength: 1 },
    ),
  ),
};

const JOB = fc
  .record({
    name: fc.string({
      unit: fc.constantFrom("a", "b", "1", ".", "-", "_", "/", "#", ":"),
      minLength: 1,
      maxLength: 6,
    }),
    kind: fc.constantFrom("recurring", "triggered"),
    common: fc.record(COMMON),
    schedule: fc.record(SCHEDULE),
    args: maybe(JSONS),
    work: maybe(LINES.map((text) => ({ kind: "script", language: "shell", source: `#${text}` }))),
  })
  .map(({ name, kind, common, schedule, args, work }) => ({
    // A key keeps its kind.
    key: `shop.${kind}.${name}`,
    app: "shop",
    kind,
    options: stated({ ...common, ...(kind === "recurring" && schedule) }),
    ...(args !== undefined && { args }),
    ...(work !== undefined && { work }),
  }));

function stated(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

async function apply(scheduler: MoJobScheduler, text: string): Promise<number> {
  const { digest } = await diffConfig(scheduler, text, { prune: true });
  return (await applyConfig(scheduler, text, { digest, prune: true })).applied.length;
}

describe("a configuration of any jobs", () => {
  it("is one text, changes nothing where it came from, and makes another scheduler say the same", async () => {
    let made = 0;
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(JOB, { selector: ({ key }) => key, maxLength: 6 }), async (jobs) => {
        await apply(one, "apiVersion: mojob/v1\njobs: {}\n");
        for (const job of jobs)
          await one.jobs.create(job).then(
            () => (made += 1),
            (error: unknown) => {
              if (!isMoJobError(error)) throw error;
            },
          );
        const text = await readConfig(one);
        expect(await readConfig(one)).toBe(text);
        expect((await diffConfig(one, text, { prune: true })).changes).toEqual([]);
        // Whatever the one before has left there is changed or removed.
        await apply(other, text);
        expect(
          await apply(other, text.includes("jobs:") ? text : `${text}jobs: {}\n`),
        ).toBeGreaterThanOrEqual(0);
        expect(await readConfig(other)).toBe(text);
        for (const { definition } of (await one.jobs.list({}, { limit: 50 })).items) {
          const { options, args, work } = (await other.jobs.get(definition.key)).definition;
          expect({ options, args, work }).toEqual({
            options: definition.options,
            args: definition.args,
            work: definition.work,
          });
        }
      }),
      { numRuns: 80 },
    );
    // The jobs of a run that fails to be made say nothing.
    expect(made).toBeGreaterThan(80);
  });
});
