import fc from "fast-check";
import { expect, test } from "vitest";
import { aDefinition, anInstance, aWindow, START } from "@mojob/test-fixtures/records";
import type { JobInstance } from "../instance/job-instance.ts";
import type { JobDefinition, JobPause } from "../job-definition.ts";
import { compileWindow } from "../../schedule/windows/compile-window.ts";
import type { JobWindow } from "../window/job-window.ts";
import { isInForce, isPaused } from "./pause-in-force.ts";
import { closedGates, firstClosed, gatesOf, isClosed, isOpenTo } from "./closed-gates.ts";
import { GATES } from "./gates.ts";
import { ANY_NEW_RUN, ANY_NEXT_RUN, type Situation, type WorkerFacts } from "./situation.ts";

const LIMITED = { maxConcurrency: 2 } as const;

const job = fc
  .record({
    limit: fc.constantFrom({}, LIMITED),
    whenFull: fc.constantFrom("skip", "queue", "replace"),
    rate: fc.constantFrom({}, { rateLimit: { max: 3, perMs: 1000 } }),
    unique: fc.constantFrom("off", "skip", "replace"),
    timeout: fc.constantFrom({}, { waitTimeoutMs: 5000 }),
    most: fc.constantFrom({}, { maxWaiting: 2 }),
    executors: fc.constantFrom({}, { minVersion: "2.0.0" }, { labels: { zone: "a" } }),
    disabled: fc.boolean(),
    kind: fc.constantFrom("triggered", "recurring"),
    pause: pauses(),
    appPause: pauses(),
    windows: windows(),
  })
  .map(
    ({
      limit,
      whenFull,
      rate,
      unique,
      timeout,
      most,
      executors,
      disabled,
      kind,
      pause,
      appPause,
      windows,
    }) => {
      // Only a job with a limit can say what happens above it, and only a triggered one can be unique.
      const stated = {
        ...limit,
        ...("maxConcurrency" in limit && { whenFull }),
        ...rate,
        ...(kind === "triggered" && unique !== "off" && { unique }),
        ...timeout,
        ...most,
        executors,
        disabled,
        ...(kind === "recurring" && { cron: "* * * * *" }),
      };
      return aDefinition({ kind, options: stated, pause, appPause, windows });
    },
  );

const run = fc
  .record({
    kind: fc.constantFrom("triggered", "recurring"),
    type: fc.constantFrom("cron", "api", "code", "parent"),
    manual: fc.constantFrom({}, { manual: true as const }),
  })
  .map(({ kind, type, manual }) => anInstance({ kind, trigger: { type, ...manual } }));

const modes = fc.record({ recurring: fc.boolean(), triggered: fc.boolean() });

const worker: fc.Arbitrary<WorkerFacts> = fc.record({
  isDraining: fc.boolean(),
  hasRunner: fc.boolean(),
  version: fc.constantFrom("1.9.0", "2.0.0", "3.1.4"),
  labels: fc.constantFrom({}, { zone: "a" }, { zone: "b" }),
});

function pauses(): fc.Arbitrary<JobPause | null> {
  const until = fc.constantFrom(null, new Date(START.getTime() - 1), START, new Date(START.getTime() + 1));
  return fc.option(until.map((until) => ({ at: START, until, note: null })));
}

function windows(): fc.Arbitrary<readonly JobWindow[]> {
  const instant = fc.constantFrom(-1, 0, 1).map((ms) => new Date(START.getTime() + ms));
  const one = fc.record({
    from: instant,
    until: fc.option(instant),
    holds: fc.constantFrom("fires", "runs"),
  });
  return fc.array(one, { maxLength: 2 }).map((some) => some.map((window) => compileWindow(aWindow(window))));
}

/** The job's own pause holds what its schedule fired, that of its app everything but what is run by hand. */
function isHeldBack(
  { trigger }: JobInstance,
  { pause, appPause, windows = [] }: JobDefinition,
  now: Date,
): boolean {
  const open = windows.filter(
    ({ window: { from, until } }) => from <= now && (until === null || now < until),
  );
  const isHeldByOwn = trigger.type === "cron" && (isInForce(pause, now) || open.length > 0);
  const isHeldWhole = isInForce(appPause, now) || open.some(({ window: { holds } }) => holds === "runs");
  return isHeldByOwn || (trigger.manual !== true && isHeldWhole);
}

function namesOf(situation: Situation): readonly string[] {
  const closed = closedGates(situation).map(({ gate }) => gate);
  return Object.entries(GATES).flatMap(([name, gate]) => (closed.includes(gate) ? [name] : []));
}

test("the gates of a worker are closed exactly where it cannot run the job", () => {
  fc.assert(
    fc.property(job, worker, (definition, facts) => {
      const { minVersion, labels } = definition.options.executors;
      const meetsRule =
        (minVersion === "" || facts.version !== "1.9.0") &&
        Object.entries(labels).every(([name, text]) => facts.labels?.[name] === text);
      const canRun = facts.hasRunner && !facts.isDraining && meetsRule;
      expect(isOpenTo(facts, definition)).toBe(canRun);
    }),
  );
});

test("a pause closes its gate exactly for the runs that it holds", () => {
  fc.assert(
    fc.property(job, run, (definition, instance) => {
      const situation = { job: definition, now: START, run: instance };
      expect(isClosed(GATES.paused, situation)).toBe(isHeldBack(instance, definition, START));
      const any = { job: definition, now: START, ...ANY_NEW_RUN };
      expect(isClosed(GATES.paused, any)).toBe(isPaused(definition, START));
    }),
  );
});

test("debug mode closes its gate for the runs of its kinds that nobody started by hand", () => {
  fc.assert(
    fc.property(job, run, modes, (definition, instance, inForce) => {
      const situation = { job: definition, now: START, modes: inForce };
      const isSuppressed = instance.trigger.manual !== true && inForce[instance.kind];
      expect(isClosed(GATES.debugMode, { ...situation, run: instance })).toBe(isSuppressed);
      const isAnySuppressed = inForce.recurring || inForce.triggered;
      expect(isClosed(GATES.debugMode, { ...situation, ...ANY_NEXT_RUN })).toBe(isAnySuppressed);
    }),
  );
});

test("nothing but a slot is waited for exactly where a full lane can be seen as a run is recorded", () => {
  fc.assert(
    fc.property(job, (definition) => {
      const { whenFull, maxConcurrency, rateLimit, unique, disabled } = definition.options;
      const mayWait =
        whenFull !== "skip" &&
        maxConcurrency !== null &&
        rateLimit.max === null &&
        unique !== "replace" &&
        !disabled &&
        !isPaused(definition, START);
      const names = namesOf({ job: definition, now: START, ...ANY_NEW_RUN });
      expect(names.length === 1 && names[0] === "slot").toBe(mayWait);
    }),
  );
});

test("a run that waited in its lane begins with the end before it exactly where neither mode nor pause may hold it", () => {
  fc.assert(
    fc.property(job, modes, fc.boolean(), (definition, inForce, canRunIt) => {
      const facts = { version: "2.0.0", labels: { zone: "a" }, isDraining: false, hasRunner: canRunIt };
      const mayBegin =
        !inForce.recurring &&
        !inForce.triggered &&
        !isPaused(definition, START) &&
        canRunIt &&
        !definition.options.disabled &&
        definition.options.rateLimit.max === null;
      const situation = { job: definition, now: START, modes: inForce, worker: facts, ...ANY_NEXT_RUN };
      expect(firstClosed(situation) === null).toBe(mayBegin);
    }),
  );
});

test("a retry follows at once exactly where no pause holds it and the job has no rate", () => {
  fc.assert(
    fc.property(job, run, (definition, instance) => {
      const lane = { hasTurn: false, hasSlot: true };
      const waits = closedGates({ job: definition, now: START, run: instance, lane }).some(
        ({ gate }) => gate.effect === "wait",
      );
      const mayRetryNow =
        definition.options.rateLimit.max === null && !isHeldBack(instance, definition, START);
      expect(!waits).toBe(mayRetryNow);
    }),
  );
});

test("what a full lane does to a run is what the admission of its job said", () => {
  fc.assert(
    fc.property(job, fc.boolean(), fc.boolean(), (definition, hasWaited, isSnoozed) => {
      const { maxConcurrency: limit, whenFull, rateLimit } = definition.options;
      const mayWait = whenFull !== "skip" || isSnoozed;
      const expected =
        rateLimit.max !== null && !hasWaited
          ? { limit: rateLimit.max, perMs: rateLimit.perMs }
          : mayWait && limit !== null
            ? { limit }
            : null;
      const lane = { hasTurn: hasWaited, hasSlot: false, isSnoozed };
      const first = firstClosed({ job: { ...definition, options: enabled(definition) }, now: START, lane });
      const waits = first?.gate.effect === "wait" ? first.reason.parameters : null;
      expect(waits).toEqual(expected);
      const isFull = first !== null && first.gate === GATES.full;
      expect(isFull).toBe(limit !== null && !mayWait && (rateLimit.max === null || hasWaited));
    }),
  );
});

test("a run is created while fewer of its job wait than may, its tenant is enabled and no quota is used up", () => {
  const usedUp = fc.constantFrom(null, { quota: "maxRunsPerMinute", limit: 5 } as const);
  fc.assert(
    fc.property(job, fc.nat(3), fc.boolean(), usedUp, (definition, waiting, disabled, usedUp) => {
      const { maxWaiting } = definition.options;
      const situation = { job: definition, now: START, tenant: { disabled }, usedUp, waiting };
      const closed = namesOf(situation).filter((name) => name !== "disabled");
      expect(closed).toEqual([
        ...(disabled ? ["tenant"] : []),
        ...(usedUp === null ? [] : ["quota"]),
        ...(maxWaiting !== null && waiting >= maxWaiting ? ["maxWaiting"] : []),
      ]);
    }),
  );
});

test("a run is overdue at its timeout and not before", () => {
  fc.assert(
    fc.property(job, fc.integer({ min: 4990, max: 5010 }), (definition, waitedMs) => {
      const since = new Date(START.getTime() - waitedMs);
      const isOverdue = definition.options.waitTimeoutMs !== null && waitedMs >= 5000;
      expect(isClosed(GATES.waitTimeout, { job: definition, now: START, since })).toBe(isOverdue);
    }),
  );
});

test("a gate that cannot close for a job is open in every situation of it", () => {
  fc.assert(
    fc.property(job, run, modes, worker, (definition, instance, inForce, facts) => {
      const situation: Situation = {
        job: definition,
        now: START,
        tenant: { disabled: true },
        usedUp: { quota: "maxWaitingRuns", limit: 1 },
        waiting: 100,
        modes: inForce,
        run: instance,
        worker: facts,
        other: "run-2",
        since: new Date(0),
        lane: { hasTurn: false, hasSlot: false },
      };
      const asked = gatesOf(definition);
      for (const gate of Object.values(GATES).filter((one) => !asked.includes(one)))
        if (!CLOSED_BY_OPTION.includes(gate)) expect(gate.closed(situation, definition)).toBeNull();
    }),
  );
});

/** Those whose option alone closes them. */
const CLOSED_BY_OPTION = [GATES.disabled, GATES.otherRun, GATES.full];

function enabled({ options }: JobDefinition): JobDefinition["options"] {
  return { ...options, disabled: false };
}
