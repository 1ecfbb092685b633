import type { JobInstance, JobState } from "@mojob/core";
import { createEngine, createScheduler, type Engine } from "@mojob/core/engine";
import type { IMoFileStore, IMoLogStore, IMoRecordStore } from "@mojob/core/ports";
import { START } from "@mojob/test-fixtures/records";
import { withMethods } from "@mojob/test-fixtures/with-methods";
import fc from "fast-check";
import { expect, it } from "vitest";
import { anExporting, bytesOf, type Exporting, inParts } from "../fixtures/exporting.ts";
import { EXPORTS } from "./mod.ts";
import { ExportDuty } from "./making/export-duty.ts";

const HOUR_MS = 3_600_000;
const APPS = ["mail", "ledger"] as const;
const STATES: readonly JobState[] = ["Succeeded", "Terminated", "Cancelled", "Enqueued"];
const signal = new AbortController().signal;

class Crash extends Error {}

/** The store of a process that dies at a call, before or after it was done. */
function mortal({ world }: Exporting, lives: { left: number; readonly isAfter: boolean }): Engine["store"] {
  const { store } = world;
  const dying =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      lives.left -= 1;
      if (lives.left === 0 && !lives.isAfter) throw new Crash();
      const result = await call(...args);
      if (lives.left === 0) throw new Crash();
      return result;
    };
  const files = withMethods<IMoFileStore>(store.files, {
    put: dying((to, content, limits) => store.files.put(to, content, limits)),
  });
  const logs = withMethods<IMoLogStore>(store.logs, {
    list: dying((tenant, id, after, limit) => store.logs.list(tenant, id, after, limit)),
  });
  const records: Engine["store"]["records"] = (definition) => {
    const real = store.records(definition);
    return withMethods<IMoRecordStore<never, never>>(real as never, {
      put: dying((items) => real.put(items)),
    }) as never;
  };
  return withMethods(store, { files, logs, records });
}

const text = fc.string({ unit: "grapheme", maxLength: 20 }).filter((given) => given.isWellFormed());
const aRun = fc.record({
  app: fc.constantFrom(...APPS),
  hour: fc.integer({ min: 0, max: 10 }),
  state: fc.constantFrom(...STATES),
  args: fc.jsonValue({ maxDepth: 3 }),
  log: fc.array(text, { maxLength: 4 }),
  long: fc.boolean(),
  usage: fc.option(
    fc.record({
      attempt: fc.constant(1),
      cpuMs: fc.option(fc.nat()),
      peakMemoryBytes: fc.option(fc.nat()),
    }),
    { nil: null },
  ),
  file: fc.option(fc.uint8Array({ maxLength: 400 }), { nil: null }),
});
const request = fc.record({
  from: fc.integer({ min: 0, max: 10 }),
  hours: fc.integer({ min: 1, max: 10 }),
  apps: fc.option(fc.subarray([...APPS], { minLength: 1 }), { nil: null }),
  states: fc.option(fc.subarray([...STATES], { minLength: 1 }), { nil: null }),
  logs: fc.boolean(),
  files: fc.boolean(),
});
const deaths = fc.array(fc.record({ at: fc.integer({ min: 1, max: 8 }), isAfter: fc.boolean() }), {
  maxLength: 4,
});

/** What of a run can be seen from outside, as plain JSON. */
function seen(run: JobInstance): unknown {
  const { id, app, jobKey, state, args, result, error, history, createdAt, attempt, trigger } = run;
  const { usage, usageSeries } = run;
  const shown = { id, app, jobKey, state, args, result, error, history, createdAt, attempt, trigger };
  return JSON.parse(JSON.stringify({ ...shown, usage, usageSeries }));
}

it(
  "what is exported, whenever the process dies, and imported elsewhere is what was asked for and no more",
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aRun, { maxLength: 12 }), request, deaths, async (drawn, asked, dying) => {
        const one = await anExporting();
        const made: { run: JobInstance; log: readonly string[]; file: Uint8Array | null }[] = [];
        for (const [index, { app, hour, state, args, log, long, usage, file }] of drawn.entries()) {
          const lines = long ? [...log, ...Array.from({ length: 600 }, (_, at) => `line ${at}`)] : log;
          const createdAt = new Date(START.getTime() + hour * HOUR_MS);
          const run = await one.addRun(
            {
              id: `run-${index}`,
              app,
              jobKey: `${app}.job`,
              lane: `${app}.job`,
              state,
              args: args as never,
              createdAt,
              usage,
              usageSeries:
                long && usage !== null ? { everyMs: 1000, cpu: [0.5, 1], memoryBytes: [1, 2] } : null,
            },
            { log: lines, files: file === null ? {} : { "结果.bin": file } },
          );
          made.push({ run, log: lines, file });
        }
        const from = new Date(START.getTime() + asked.from * HOUR_MS);
        const to = new Date(from.getTime() + asked.hours * HOUR_MS);
        const include = [...(asked.logs ? ["logs"] : []), ...(asked.files ? ["files"] : [])];
        const { apps, states } = asked;
        const { id } = await one.scheduler.exports.create({ from, to, apps, states, include });

        for (const death of [...dying, { at: -1, isAfter: false }]) {
          const store = mortal(one, { left: death.at, isAfter: death.isAfter });
          const engine = createEngine({ ...one.world, store, tenant: "default", features: [EXPORTS] });
          const onError = (error: unknown): void => void (error instanceof Crash || one.world.onError(error));
          await new ExportDuty({ ...engine, onError }).run(signal).catch(() => {});
        }
        const ready = await one.scheduler.exports.get(id);
        expect(ready.state).toBe("ready");
        const file = await bytesOf(await one.scheduler.exports.read(id, 0, ready.size));

        const other = await anExporting();
        const archive = await other.scheduler.archives.import("x.gz", inParts(file, 333));
        const { archives } = createScheduler(other.engine);
        const wanted = made.filter(
          ({ run }) =>
            run.createdAt >= from &&
            run.createdAt < to &&
            (apps === null || (apps as string[]).includes(run.app)) &&
            (states === null || states.includes(run.state)),
        );
        const listed = (await archives.runs(archive.id, {}, { limit: 100 })).items;
        expect(listed.map((run) => run.id).toSorted()).toEqual(wanted.map(({ run }) => run.id).toSorted());
        for (const { run, log, file: bytes } of wanted) {
          const found = await archives.run(archive.id, run.id);
          expect(seen(found.run)).toEqual(seen(run));
          const lines = await archives.logs(archive.id, run.id, 0, 10_000);
          expect(lines.map(({ message }) => message)).toEqual(asked.logs ? log : []);
          expect(found.files.length).toBe(asked.files && bytes !== null ? 1 : 0);
          if (!asked.files || bytes === null) continue;
          const { open } = await archives.file(archive.id, run.id, "结果.bin");
          expect(Buffer.from(await bytesOf(open())).equals(Buffer.from(bytes))).toBe(true);
        }
        expect(one.world.errors).toEqual([]);
      }),
      { numRuns: 60 },
    );
  },
);
