import { note } from "../reason.ts";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import fc from "fast-check";
import { expect, test } from "vitest";
import { aDefinition, aNewRun, START } from "@mojob/test-fixtures/records";
import { type ModelAttempt, type ModelEnding, RunsModel } from "../../../fixtures/runs-model.ts";
import type { AfterFailure } from "./after-failure.ts";
import type { InstanceChange } from "./instance-change.ts";
import type { JobInstance } from "./job-instance.ts";
import { laneOf } from "./lane.ts";
import { recordsAt } from "./new-run.ts";
import {
  begin,
  cancelRunning,
  cancelWaiting,
  enqueue,
  fail,
  giveUpRetry,
  requestCancel,
  skip,
  succeed,
} from "./transitions.ts";
import { snooze } from "./snooze.ts";
import type { AttemptRef } from "./attempt-ref.ts";

const LIMIT = 2;
const OWN = laneOf("mail.send");
const OTHER = laneOf("mail.send", { shard: 1 });
const RUNS = {
  a: { state: "Scheduled", lane: OWN },
  b: { state: "Enqueued", lane: OWN },
  c: { state: "Enqueued", lane: OWN },
  d: { state: "Enqueued", lane: OTHER },
} as const;
const TENANT = "default";

/** The runs as the core and a store know them. */
class Real {
  readonly store = new MetadataStoreInMemoryProvider().instances;
  #claims = 0;

  async open(): Promise<this> {
    const definition = aDefinition();
    const dueAt = new Date(START.getTime() + 1000);
    await this.store.insert(
      Object.entries(RUNS).map(([id, { state, lane }]) => {
        const run = aNewRun(definition, {
          id,
          ...(state === "Scheduled" && { dueAt }),
          ...(lane === OTHER && { lanePart: { shard: 1 } }),
        });
        return recordsAt(START)(run, { dispatchId: "dispatch-1" });
      }),
    );
    return this;
  }

  nextClaim(): string {
    return `claim-${(this.#claims += 1)}`;
  }

  async read(id: string): Promise<JobInstance> {
    const [record] = await this.store.get(TENANT, [id]);
    return record as JobInstance;
  }

  async write(change: InstanceChange): Promise<boolean> {
    return (await this.store.update([change]))[0] === true;
  }
}

type Command = fc.AsyncCommand<RunsModel, Real>;
/** How often each was taken: what never was has proved nothing. */
const taken = new Map<string, number>();

/** A decision: what the model makes of it is what the store makes of it, and afterwards both know the same. */
function command(
  name: string,
  decide: (model: RunsModel, real: Real) => Promise<readonly [unknown, unknown]>,
): Command {
  return {
    check: () => true,
    toString: () => name,
    async run(model, real) {
      const [wanted, got] = await decide(model, real);
      expect(got, name).toEqual(wanted);
      const verb = name.split(" ")[0] ?? "";
      if (wanted === true || wanted === "admitted" || wanted === "full")
        taken.set(`${verb} ${String(wanted)}`, (taken.get(`${verb} ${String(wanted)}`) ?? 0) + 1);
      else taken.set(`${verb} refused`, (taken.get(`${verb} refused`) ?? 0) + 1);
      for (const [id, { state, attempt, claim }] of model.runs) {
        const record = await real.read(id);
        expect(record).toMatchObject({ state, attempt, claim });
        expect(record.slot === null).toBe(state !== "Processing");
      }
    },
  };
}

function refOf({ run: id, attempt, claim }: ModelAttempt): AttemptRef {
  return { tenant: TENANT, id, attempt, claim, worker: "worker-1" };
}

function endingOf(attempt: AttemptRef, how: ModelEnding, claim: string): InstanceChange {
  if (how === "succeed") return succeed(attempt, START, null, null, null);
  if (how === "snooze")
    return snooze(attempt, { retryCount: 0 }, START, {
      delayMs: 1,
      dispatchId: "dispatch-2",
      progress: null,
    });
  if (how === "cancelled") return cancelRunning(attempt, START, note("Cancelled"), null);
  const after: Readonly<Record<typeof how, AfterFailure>> = {
    terminate: { next: "terminate", reason: note("Enough") },
    retryNow: { next: "retryNow", retry: 1, claim, retryCount: 9 },
    retryLater: { next: "retryLater", retry: 1, retryAt: START, retryCount: 9, dispatchId: "dispatch-2" },
  };
  return fail(attempt, START, { code: "job_error", message: "It broke" }, after[how], null);
}

const id = fc.constantFrom(...(Object.keys(RUNS) as (keyof typeof RUNS)[]));
/** How many attempts the deciding process believes there were: mostly right, sometimes out of date or made up. */
const off = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 1) },
);
const believed = (model: RunsModel, run: string, by: number): number =>
  Math.max(0, model.run(run).attempt + by);
const endings: readonly ModelEnding[] = [
  "succeed",
  "snooze",
  "terminate",
  "retryNow",
  "retryLater",
  "cancelled",
];

const EVERY_RUN_IS_DUE = new Date(8.64e15);

const commands = [
  fc.tuple(id, off).map(([run, by]) =>
    command(`enqueue ${run} ${by}`, async (model, real) => {
      const attempt = believed(model, run, by);
      const change = enqueue({ tenant: TENANT, id: run }, START, attempt + 1, EVERY_RUN_IS_DUE);
      return [model.enqueue(run, attempt), await real.write(change)];
    }),
  ),
  id.map((run) =>
    command(`skip ${run}`, async (model, real) => [
      model.skip(run),
      await real.write(skip({ tenant: TENANT, id: run }, START, note("Full"))),
    ]),
  ),
  ...Array.from({ length: 4 }, () =>
    fc.tuple(id, off, fc.integer({ min: 0, max: 3 })).map(([run, by, doubt]) =>
      command(`begin ${run} ${by} ${doubt}`, async (model, real) => {
        const attempt = believed(model, run, by);
        const claim = real.nextClaim();
        const isRetry = attempt > 0 && (model.run(run).state === "Failed") === doubt > 0;
        const next = refOf({ run, attempt: attempt + 1, claim });
        const change = begin(next, START, 9, isRetry ? 1 : 0);
        const [answer] = await real.store.admit([{ change, lane: RUNS[run].lane, limit: LIMIT }]);
        return [model.begin(run, attempt, isRetry, claim), answer?.outcome];
      }),
    ),
  ),
  ...Array.from({ length: 4 }, () =>
    // Any attempt that ever began, counted from the last.
    fc.tuple(fc.nat(5), fc.constantFrom(...endings)).map(([back, how]) =>
      command(`${how} ${back}`, async (model, real) => {
        const held = model.attempts.at(-1 - back);
        if (held === undefined) return [false, false];
        const claim = real.nextClaim();
        const change = endingOf(refOf(held), how, claim);
        return [model.end(held, how, claim), await real.write(change)];
      }),
    ),
  ),
  ...Array.from({ length: 4 }, () =>
    fc.tuple(id, off).map(([run, by]) =>
      command(`giveUp ${run} ${by}`, async (model, real) => {
        const attempt = believed(model, run, by);
        const record = { ...(await real.read(run)), attempt };
        return [model.giveUp(run, attempt), await real.write(giveUpRetry(record, START, note("Called off")))];
      }),
    ),
  ),
  fc.tuple(id, fc.constantFrom("Scheduled", "Enqueued")).map(([run, state]) =>
    command(`cancelWaiting ${run} ${state}`, async (model, real) => {
      const record = { ...(await real.read(run)), state };
      return [
        model.cancelWaiting(run, state),
        await real.write(cancelWaiting(record, START, note("Cancelled"))),
      ];
    }),
  ),
  fc.tuple(id, off).map(([run, by]) =>
    command(`requestCancel ${run} ${by}`, async (model, real) => {
      const attempt = believed(model, run, by);
      const record = { ...(await real.read(run)), attempt };
      return [
        model.requestCancel(run, attempt),
        await real.write(requestCancel(record, START, note("Cancelled"))),
      ];
    }),
  ),
];

test("every decision is taken, refused and remembered as the reference model says, whichever process decides by whatever it last read", async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 30, size: "max" }), async (steps) => {
      const real = await new Real().open();
      await fc.asyncModelRun(() => ({ model: new RunsModel(LIMIT, RUNS), real }), steps);
    }),
    // Always the same walks: what they reach is counted below.
    { numRuns: 600, seed: 1 },
  );
  for (const verb of ["enqueue", "skip", "giveUp", "cancelWaiting", "requestCancel", ...endings])
    for (const outcome of ["true", "refused"])
      expect(taken.get(`${verb} ${outcome}`), verb).toBeGreaterThan(0);
  for (const outcome of ["admitted", "full", "refused"])
    expect(taken.get(`begin ${outcome}`), outcome).toBeGreaterThan(0);
}, 60_000);
