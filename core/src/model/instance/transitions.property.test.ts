import { cancelled, note } from "../reason.ts";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aDefinition, aNewRun, START } from "@mojob/test-fixtures/records";
import type { AfterFailure } from "./after-failure.ts";
import type { InstanceChange } from "./instance-change.ts";
import type { JobInstance } from "./job-instance.ts";
import { isTerminal, isTransition, JobState } from "./job-state.ts";
import { recordsAt } from "./new-run.ts";
import {
  begin,
  cancelRunning,
  cancelWaiting,
  enqueue,
  fail,
  failFullRetry,
  cancelRetry,
  giveUpRetry,
  reportProgress,
  requestCancel,
  skip,
  succeed,
} from "./transitions.ts";
import { noteDispatch } from "../waiting/note-dispatch.ts";
import { retriesOf, snooze } from "./snooze.ts";
import type { AttemptRef } from "./attempt-ref.ts";

const LIMIT = 2;
const EVERY_RUN_IS_DUE = new Date(8.64e15);
const failure = { code: "job_error", message: "It broke" };

/** A decision about one of two runs, by a record that may be long out of date. */
const decision = fc.record({
  what: fc.constantFrom(
    "enqueue",
    "begin",
    "begin",
    "begin",
    "skip",
    "succeed",
    "snooze",
    "terminate",
    "retryNow",
    "retryLater",
    "retryLater",
    "retryLater",
    "fullRetry",
    "fullRetryEnds",
    "giveUp",
    "cancelRetry",
    "cancelWaiting",
    "requestCancel",
    "cancelRunning",
    "progress",
    "dispatch",
  ),
  run: fc.constantFrom("run-1", "run-2"),
  /** How many records back the decider has looked. */
  staleness: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(4) }),
  waitMs: fc.nat(50),
});
type Decision = typeof decision extends fc.Arbitrary<infer Value> ? Value : never;

/** A world of two delayed runs of one job, and everything that is known of how they came where they are. */
class Runs {
  readonly #store = new MetadataStoreInMemoryProvider().instances;
  readonly seen = new Map<string, JobInstance[]>();
  #nowMs = START.getTime();
  #claims = 0;

  async open(): Promise<void> {
    const definition = aDefinition();
    const dueAt = new Date(this.#nowMs + 10);
    const runs = [aNewRun(definition, { id: "run-1", dueAt }), aNewRun(definition, { id: "run-2" })];
    const records = runs.map((run) => recordsAt(START)(run, { dispatchId: "dispatch-1" }));
    await this.#store.insert(records);
    for (const record of records) this.seen.set(record.id, [record]);
  }

  latest(id: string): JobInstance {
    return this.seen.get(id)?.at(-1) as JobInstance;
  }

  /** Resolves to whether the decision was written. */
  async decide({ what, run, staleness, waitMs }: Decision): Promise<boolean> {
    this.#nowMs += waitMs;
    const seen = this.seen.get(run) as JobInstance[];
    const believed = seen[Math.max(0, seen.length - 1 - staleness)] as JobInstance;
    const at = new Date(this.#nowMs);
    let applied: boolean;
    if (what === "begin") {
      const retries = believed.state === JobState.Failed ? retriesOf(believed) + 1 : 0;
      const change = begin(this.#newAttempt(believed), at, 3, retries);
      const [answer] = await this.#store.admit([{ change, lane: believed.lane, limit: LIMIT }]);
      applied = answer?.outcome === "admitted";
    } else {
      const change = this.#changeFor(what, believed, at);
      applied = change !== null && (await this.#store.update([change]))[0] === true;
    }
    if (applied) {
      const [record] = await this.#store.get("default", [run]);
      seen.push(record as JobInstance);
    }
    return applied;
  }

  #newAttempt(believed: JobInstance): AttemptRef {
    this.#claims += 1;
    return {
      tenant: believed.tenant,
      id: believed.id,
      attempt: believed.attempt + 1,
      claim: `claim-${this.#claims}`,
      worker: "worker-1",
    };
  }

  #changeFor(what: Decision["what"], believed: JobInstance, at: Date): InstanceChange | null {
    const attempt: AttemptRef = {
      ...believed,
      claim: believed.claim ?? "claim-never-given",
      worker: "worker-1",
    };
    const progress = { fraction: 0.5, message: null, at };
    const after: Record<string, AfterFailure> = {
      terminate: { next: "terminate", reason: note("Enough") },
      retryNow: { next: "retryNow", retry: 1, claim: this.#newAttempt(believed).claim, retryCount: 3 },
      retryLater: { next: "retryLater", retry: 1, retryAt: at, retryCount: 3, dispatchId: "dispatch-2" },
    };
    switch (what) {
      case "enqueue":
        return enqueue(believed, at, believed.attempt + 1, EVERY_RUN_IS_DUE);
      case "skip":
        return skip(believed, at, note("Full"));
      case "succeed":
        return succeed(attempt, at, null, null, progress);
      case "snooze":
        return snooze(attempt, believed, at, { delayMs: 1000, dispatchId: "dispatch-2", progress });
      case "fullRetry":
        return failFullRetry(
          this.#newAttempt(believed),
          at,
          LIMIT,
          after["retryLater"] as AfterFailure,
          believed,
        );
      case "fullRetryEnds":
        return failFullRetry(
          this.#newAttempt(believed),
          at,
          LIMIT,
          after["terminate"] as AfterFailure,
          believed,
        );
      case "cancelRetry":
        return cancelRetry(believed, at, cancelled("ada"));
      case "giveUp":
        return giveUpRetry(believed, at, note("Called off"));
      case "cancelWaiting":
        // Decided only of a run that waits, as it was seen.
        return believed.state === JobState.Scheduled || believed.state === JobState.Enqueued
          ? cancelWaiting(believed, at, note("Cancelled"))
          : null;
      case "requestCancel":
        return requestCancel(believed, at, note("Cancelled"));
      case "cancelRunning":
        return cancelRunning(attempt, at, note("Cancelled"), progress);
      case "progress":
        return reportProgress(attempt, at, progress);
      case "dispatch":
        return isTerminal(believed.state) ? null : noteDispatch(believed, at, "dispatch-3");
      default:
        return fail(attempt, at, failure, after[what] as AfterFailure, progress);
    }
  }
}

describe("a run, whatever a process that is out of date decides about it", () => {
  test("moves along the drawn edges only, each recorded once, and holds slot and claim exactly while it is Processing", async () => {
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(decision, { minLength: 30, maxLength: 60 }), async (decisions) => {
        const runs = new Runs();
        await runs.open();
        for (const decided of decisions) {
          const before = runs.latest(decided.run);
          const applied = await runs.decide(decided);
          const now = runs.latest(decided.run);
          if (!applied) continue;
          reached.add(`${before.state} ${decided.what} ${now.state}`);

          const { history } = now;
          expect(isTerminal(before.state)).toBe(false);
          expect(history.slice(0, before.history.length)).toEqual(before.history);
          history.forEach(({ from, to, at }, index) => {
            expect(isTransition(from, to)).toBe(true);
            expect(from).toBe(history[index - 1]?.to ?? null);
            expect(at.getTime()).toBeGreaterThanOrEqual(history[index - 1]?.at.getTime() ?? 0);
          });
          expect(history.at(-1)?.to).toBe(now.state);
          expect(now.attempt).toBeGreaterThanOrEqual(before.attempt);

          const runsNow = now.state === JobState.Processing;
          expect(now.slot !== null).toBe(runsNow);
          expect(now.claim !== null).toBe(runsNow);
          expect(now.completedAt !== null).toBe(isTerminal(now.state));
          expect(now.retryAt !== null).toBe(now.state === JobState.Failed);
          const began = history.slice(before.history.length).some(({ to }) => to === JobState.Processing);
          if (runsNow) expect(now.claim === before.claim).toBe(!began);
          const [one, two] = [runs.latest("run-1"), runs.latest("run-2")];
          if (one.slot !== null) expect(one.slot).not.toBe(two.slot);
        }
      }),
      { numRuns: 300 },
    );
    // Else the property would say little: the decisions do reach the machine's corners.
    expect([...reached]).toEqual(
      expect.arrayContaining([
        "Scheduled enqueue Enqueued",
        "Scheduled cancelWaiting Cancelled",
        "Enqueued skip Skipped",
        "Processing snooze Scheduled",
        "Processing retryNow Processing",
        "Processing retryLater Failed",
        "Processing cancelRunning Cancelled",
        "Failed begin Processing",
        "Failed fullRetry Failed",
        "Failed giveUp Terminated",
        "Failed cancelRetry Cancelled",
      ]),
    );
  });

  test("is not changed by an attempt that is no longer the one under way", async () => {
    const late = fc.constantFrom(
      "succeed",
      "snooze",
      "terminate",
      "retryNow",
      "retryLater",
      "cancelRunning",
      "progress",
    );
    const moves = fc.constantFrom<Decision["what"][]>(
      ["retryNow"],
      ["retryLater", "begin"],
      ["retryLater", "begin", "retryNow"],
      ["retryLater"],
      ["snooze"],
      ["snooze", "enqueue"],
      ["snooze", "enqueue", "begin"],
      ["succeed"],
      ["terminate"],
    );
    await fc.assert(
      fc.asyncProperty(moves, late, async (between, what) => {
        const runs = new Runs();
        await runs.open();
        const decide = (next: Decision["what"], staleness = 0): Promise<boolean> =>
          runs.decide({ what: next, run: "run-2", staleness, waitMs: 5 });
        expect(await decide("begin")).toBe(true);
        for (const move of between) expect(await decide(move)).toBe(true);
        const before = runs.latest("run-2");
        expect(await decide(what as Decision["what"], between.length)).toBe(false);
        expect(runs.latest("run-2")).toBe(before);
      }),
    );
  });

  test("can only end Cancelled once a cancel was asked of its running attempt", async () => {
    for (const what of ["succeed", "snooze", "terminate", "retryNow", "retryLater"] as const) {
      const runs = new Runs();
      await runs.open();
      const decide = (next: Decision["what"]): Promise<boolean> =>
        runs.decide({ what: next, run: "run-2", staleness: 0, waitMs: 5 });
      await decide("begin");
      await decide("requestCancel");
      expect(await decide(what)).toBe(false);
      expect(await decide("cancelRunning")).toBe(true);
      expect(runs.latest("run-2").state).toBe("Cancelled");
    }
  });
});
