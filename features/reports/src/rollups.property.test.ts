import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JobState } from "@mojob/core";
import {
  type IMoJobScheduleMetadataStore,
  type IMoRollupStore,
  type JobInstance,
  quantileOf,
  type Rollup,
  type RollupKind,
} from "@mojob/core/ports";
import { NO_TENANT_SETTINGS } from "@mojob/core/feature";
import { createFakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { openSqlite } from "@mojob/sqlite";
import { anInstance, START } from "@mojob/test-fixtures/records";
import { withMethods } from "@mojob/test-fixtures/with-methods";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { heldBack, RollupDuty } from "./rollup-duty.ts";

const A_DAY_MS = 86_400_000;
const AN_HOUR_MS = 3_600_000;
const DAYS = 3;
const NOW = new Date(START.getTime() + DAYS * A_DAY_MS);
const never = new AbortController().signal;

class Crash extends Error {}

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

let tenants = 0;

/** A run as the test makes it up: what is counted is counted from this. */
const endedRun = fc.record({
  app: fc.constantFrom("mail", "shop"),
  job: fc.constantFrom("mail.send", "shop.close"),
  state: fc.constantFrom<JobState>("Succeeded", "Terminated", "Cancelled", "Skipped"),
  endedMs: fc.nat(DAYS * A_DAY_MS - 1),
  tookMs: fc.nat(5_000_000),
  waitedMs: fc.nat(100_000),
  lateMs: fc.nat(60_000),
  attempt: fc.integer({ min: 1, max: 3 }),
  worker: fc.constantFrom("one", "two"),
  code: fc.constantFrom("job_error", "timeout"),
  number: fc.constantFrom(undefined, 1042),
  part: fc.constantFrom(null, null, null, "node", "shard"),
});
type MadeUp = (typeof endedRun extends fc.Arbitrary<infer Value> ? Value : never) & { readonly id: string };

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("end" as const), runs: fc.array(endedRun, { maxLength: 8 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("pass" as const), process: fc.nat(1) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("die" as const),
      process: fc.nat(1),
      atCall: fc.integer({ min: 1, max: 12 }),
      isAfter: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("rebuild" as const), day: fc.nat(DAYS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("sweep" as const) }) },
);

const hasBegun = ({ state }: MadeUp): boolean => state !== "Skipped";

function recordOf(tenant: string, run: MadeUp): JobInstance {
  const { id, app, job, state, endedMs, tookMs, waitedMs, lateMs, attempt, worker, code, number, part } = run;
  const before = (ms: number): Date => new Date(START.getTime() + endedMs - ms);
  const isNode = part === "node";
  return anInstance({
    id: part === null ? id : `~whole/#${id}`,
    tenant,
    app,
    jobKey: isNode ? `${job}#load@1` : job,
    state,
    reason: state === "Skipped" ? { code: "app_stopped" as never } : { code: "no_retries" },
    trigger: isNode ? { type: "task", of: "whole" } : { type: part === null ? "code" : "broadcast" },
    part: part === null ? null : { of: "whole", name: isNode ? `load:${id.length}` : id },
    createdAt: before(tookMs + waitedMs + lateMs),
    scheduledFor: before(tookMs + lateMs),
    enqueuedAt: before(tookMs + waitedMs),
    startedAt: hasBegun(run) ? before(tookMs) : null,
    completedAt: before(0),
    attempt: hasBegun(run) ? attempt : 0,
    worker: hasBegun(run) ? worker : null,
    error: { code, ...(number !== undefined && { number }), message: "Private" },
  });
}

interface Counted {
  readonly ends: readonly number[];
  readonly retries: number;
  readonly workMs: number;
  readonly durations: readonly number[];
  readonly waits: readonly number[];
  readonly lates: readonly number[];
  readonly codes: Readonly<Record<string, number>>;
  readonly causes: Readonly<Record<string, number>>;
  readonly minutes: Readonly<Record<string, number>>;
}

/** The runs of a subject and time, counted one by one. */
function count(runs: readonly MadeUp[], works: readonly MadeUp[], withMinutes: boolean): Counted {
  const tally = (names: readonly string[]): Record<string, number> =>
    Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((one) => one === name).length]));
  const withResult = runs.filter(({ state }) => state === "Succeeded" || state === "Terminated");
  const once = runs.filter((run) => hasBegun(run) && run.attempt === 1);
  const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
  return {
    ends: ["Succeeded", "Terminated", "Cancelled", "Skipped"].map(
      (state) => runs.filter((run) => run.state === state).length,
    ),
    retries: runs.filter(hasBegun).reduce((sum, { attempt }) => sum + attempt - 1, 0),
    workMs: works.filter(hasBegun).reduce((sum, { tookMs }) => sum + tookMs, 0),
    durations: sorted(withResult.map(({ tookMs }) => tookMs)),
    waits: sorted(once.map(({ waitedMs }) => waitedMs)),
    lates: sorted(once.map(({ lateMs }) => lateMs)),
    codes: tally(
      runs
        .filter(({ state }) => state === "Terminated")
        .map(({ code, number }) => (number === undefined ? code : `${code}/${number}`)),
    ),
    causes: tally(
      runs
        .filter(({ state }) => state === "Cancelled" || state === "Skipped")
        .map(({ state }) => (state === "Skipped" ? "app_stopped" : "no_retries")),
    ),
    minutes: withMinutes ? tally(runs.map(({ endedMs }) => String(Math.floor(endedMs / 60_000) % 60))) : {},
  };
}

const SUBJECTS: Readonly<Record<RollupKind, (run: MadeUp) => readonly [app: string, id: string] | null>> = {
  tenant: () => ["", ""],
  app: ({ app }) => [app, app],
  job: ({ app, job }) => [app, job],
  node: ({ app, job, part }) => (part === "node" ? [app, `${job}#load`] : null),
  executor: (run) => (hasBegun(run) ? [run.app, run.worker] : null),
};

function expected(runs: readonly MadeUp[]): Map<string, Counted> {
  const found = new Map<string, Counted>();
  for (const [grain, lengthMs] of [["hour", AN_HOUR_MS] as const, ["day", A_DAY_MS] as const]) {
    for (const [kind, subjectOf] of Object.entries(SUBJECTS)) {
      const groups = Map.groupBy(
        runs.filter((run) => subjectOf(run) !== null),
        (run) => [Math.floor(run.endedMs / lengthMs) * lengthMs, ...(subjectOf(run) ?? [])].join("|"),
      );
      const hasParts = kind === "node" || kind === "executor";
      for (const [name, group] of groups) {
        const counting = group.filter(({ part }) => hasParts || part === null);
        const withMinutes = grain === "hour" && (kind === "tenant" || kind === "app");
        const counted = count(counting, group, withMinutes);
        if (counting.length > 0 || counted.workMs > 0) found.set(`${grain}|${kind}|${name}`, counted);
      }
    }
  }
  return found;
}

async function stored(rollups: IMoRollupStore, tenant: string): Promise<Map<string, Rollup>> {
  const found = new Map<string, Rollup>();
  for (const grain of ["hour", "day"] as const) {
    for (const kind of Object.keys(SUBJECTS) as RollupKind[]) {
      let after: Rollup | undefined;
      do {
        // Pages of a few, so that lists are followed too.
        const page: readonly Rollup[] = await rollups.list({
          tenant,
          grain,
          kind,
          from: START,
          before: new Date(NOW.getTime() + A_DAY_MS),
          limit: 7,
          ...(after !== undefined && { after }),
        });
        for (const row of page)
          found.set([grain, kind, row.at.getTime() - START.getTime(), row.app, row.id].join("|"), row);
        after = page.at(-1);
      } while (after !== undefined);
    }
  }
  return found;
}

function expectSame(rows: ReadonlyMap<string, Rollup>, counted: ReadonlyMap<string, Counted>): void {
  expect([...rows.keys()].toSorted()).toEqual([...counted.keys()].toSorted());
  for (const [name, wanted] of counted) {
    const { figures } = rows.get(name) as Rollup;
    const { succeeded, terminated, cancelled, skipped, retries, workMs, codes, causes, minutes } = figures;
    expect(
      { ends: [succeeded, terminated, cancelled, skipped], retries, workMs, codes, causes, minutes },
      name,
    ).toEqual({
      ends: wanted.ends,
      retries: wanted.retries,
      workMs: wanted.workMs,
      codes: wanted.codes,
      causes: wanted.causes,
      minutes: wanted.minutes,
    });
    for (const [histogram, values] of [
      [figures.duration, wanted.durations],
      [figures.wait, wanted.waits],
      [figures.lateness, wanted.lates],
    ] as const) {
      expect([histogram.count, histogram.sum, histogram.max], name).toEqual([
        values.length,
        values.reduce((sum, value) => sum + value, 0),
        values.at(-1) ?? 0,
      ]);
      for (const part of [0.5, 0.95]) {
        const exact = values[Math.max(1, Math.ceil(part * values.length)) - 1];
        if (exact === undefined) expect(quantileOf(histogram, part)).toBeNull();
        else
          expect(Math.abs((quantileOf(histogram, part) ?? -1) - exact)).toBeLessThanOrEqual(
            exact * 0.05 + 1e-9,
          );
      }
    }
  }
}

async function openInFile(): Promise<IMoJobScheduleMetadataStore> {
  const folder = mkdtempSync(join(tmpdir(), "mojob-rollups-"));
  const stores = await openSqlite(join(folder, "jobs.db"));
  closing.push(async () => {
    await stores.close();
    rmSync(folder, { recursive: true });
  });
  return stores.store;
}

const STORES = {
  memory: { open: async () => new MetadataStoreInMemoryProvider(), numRuns: 300 },
  SQLite: { open: openInFile, numRuns: 25 },
} as const;

it.each(Object.entries(STORES))(
  "sums in %s are those of all runs that ended, whichever process dies between which two calls, and while sums are made again",
  { timeout: 120_000 },
  async (_, { open, numRuns }) => {
    const store = await open();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const tenant = `tenant-${(tenants += 1)}`;
        const clock = createFakeClock(NOW);
        const death = { process: -1, left: 0, isAfter: false };
        const mortal =
          <Args extends unknown[], Answer>(process: number, call: (...args: Args) => Promise<Answer>) =>
          async (...args: Args): Promise<Answer> => {
            const dies = death.process === process && (death.left -= 1) === 0;
            if (dies && !death.isAfter) throw new Crash();
            const answer = await call(...args);
            if (dies) throw new Crash();
            return answer;
          };
        const start = (process: number): RollupDuty => {
          const { instances, rollups } = store;
          const dying: Partial<IMoRollupStore> = {
            state: mortal(process, (...args) => rollups.state(...args)),
            add: mortal(process, (...args) => rollups.add(...args)),
            list: mortal(process, (...args) => rollups.list(...args)),
            draftDays: mortal(process, (...args) => rollups.draftDays(...args)),
            endDraft: mortal(process, (...args) => rollups.endDraft(...args)),
            remove: mortal(process, (...args) => rollups.remove(...args)),
          };
          return new RollupDuty({
            tenant,
            store: withMethods<IMoJobScheduleMetadataStore>(store, {
              instances: withMethods(instances, {
                get: mortal(process, (...args) => instances.get(...args)),
                endedAfter: mortal(process, (...args) => instances.endedAfter(...args)),
              }),
              rollups: withMethods(rollups, dying),
            }),
            clock,
            settings: { read: () => NO_TENANT_SETTINGS },
            pageSize: 3,
            onWarning: () => {},
          });
        };
        const processes = [start(0), start(1)];
        const ended: MadeUp[] = [];
        for (const one of steps) {
          if (one.do === "end") {
            const runs = one.runs.map((run, index) => ({ ...run, id: `run-${ended.length + index}` }));
            await store.instances.insert(runs.map((run) => recordOf(tenant, run)));
            ended.push(...runs);
          } else if (one.do === "die") {
            Object.assign(death, { process: one.process, left: one.atCall, isAfter: one.isAfter });
          } else if (one.do === "rebuild") {
            const since = new Date(START.getTime() + one.day * A_DAY_MS);
            await store.rollups.beginDraft(tenant, { since, position: "first", at: NOW });
          } else if (one.do === "sweep") {
            const keepAfter = heldBack(await store.rollups.state(tenant), NOW);
            // As in a scheduler, nothing is removed before the first pass.
            if (keepAfter.length > 0)
              for (const jobKey of ["mail.send", "shop.close"])
                await store.retention.sweep({
                  tenant,
                  jobKey,
                  keep: 0,
                  keepSkipped: 0,
                  endedBefore: START,
                  limit: 100,
                  keepAfter,
                });
          } else {
            try {
              await processes[one.process]?.run(never);
            } catch (error) {
              if (!(error instanceof Crash)) throw error;
              death.process = -1;
              processes[one.process] = start(one.process);
            }
          }
        }
        death.process = -1;
        await Promise.all(processes.map((process) => process.run(never)));
        await processes[0]?.run(never);
        expect((await store.rollups.state(tenant)).draft).toBeNull();
        expectSame(await stored(store.rollups, tenant), expected(ended));
      }),
      { numRuns },
    );
  },
);
