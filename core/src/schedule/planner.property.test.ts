import { resolveJobOptions } from "../model/option/resolve-options.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shareOf } from "../base/fingerprint.ts";
import { aDefinition } from "@mojob/test-fixtures/records";
import { type JobSchedule, schedulesOf, seedOf } from "./job-schedules.ts";
import { compileSchedule } from "./schedule.ts";
import type { JobDefinition, JobPause } from "../model/job-definition.ts";
import { JobKind } from "../model/option/job-kind.ts";
import { MisfirePolicy } from "../model/option/value/misfire-options.ts";
import type { NamedSchedule } from "../model/option/value/named-schedule.ts";
import type { ScheduleOptions } from "../model/option/job-options.ts";
import { type FireWindow, MAX_LATE_FIRES, nextFire, planFires, upcomingFires } from "./planner.ts";
import { NO_FACTS } from "./schedule-facts.ts";
import { shortestAfterEndMs } from "./schedule-plans.ts";

// Every scenario plays within a day around the spring change of New York, so that two runs of a cron meet it.
const START = Date.parse("2026-03-08T00:00:00Z");
const SPAN_MS = 86_400_000;

const instant = fc.integer({ min: 0, max: SPAN_MS }).map((ms) => new Date(START + ms));
/** On the second, where fires are: boundaries are where mistakes live. */
const secondsInstant = fc
  .integer({ min: 0, max: SPAN_MS / 900_000 })
  .map((quarter) => new Date(START + quarter * 900_000));
const moment = fc.oneof(instant, secondsInstant);
const momentOrNull = fc.option(moment);

const pause: fc.Arbitrary<JobPause | null> = fc.option(
  fc.record({ at: moment, until: momentOrNull, note: fc.constant(null) }),
);

const everyMs = fc.constantFrom(90_000, 3_700_000, 1_234_567);

const named: fc.Arbitrary<readonly NamedSchedule[]> = fc.uniqueArray(
  fc.oneof(
    fc.record({ name: fc.constantFrom("x", "y"), everyMs }),
    fc.record(
      {
        name: fc.constantFrom("x", "y"),
        cron: fc.constantFrom("0 */15 * * * *", "0 10 * * * *"),
        timeZone: fc.constantFrom("UTC", "Asia/Shanghai"),
        misfire: fc.record({ policy: fc.constantFrom(...Object.values(MisfirePolicy)) }),
        disabled: fc.boolean(),
        args: fc.constantFrom("x", "y"),
      },
      { requiredKeys: ["name", "cron"] },
    ),
  ),
  { selector: ({ name }) => name },
);

const timing = fc.record({
  cron: fc.constantFrom("0 */15 * * * *", "0 0 * * * *", "0 30 2 * * *", "*/20 * * * * *", "0 0 0 29 2 *"),
  cronDialect: fc.constant("standard"),
  everyFrom: fc.constant("start"),
  jitterMs: fc.constantFrom(0, 0, 45_000, 7_200_000),
  timeZone: fc.constantFrom("UTC", "America/New_York"),
  startTime: momentOrNull,
  endTime: momentOrNull,
  misfire: fc.record({
    policy: fc.constantFrom(...Object.values(MisfirePolicy)),
    graceMs: fc.constantFrom(0, 5000, 3_600_000),
  }),
  dst: fc.record({ gap: fc.constantFrom("shift", "skip"), overlap: fc.constantFrom("first", "both") }),
  calendar: fc.constant(null),
  schedules: named,
});

const schedule: fc.Arbitrary<ScheduleOptions> = fc.oneof(
  timing.map((one) => ({ ...one, everyMs: null })),
  fc.record({ one: timing, everyMs }).map(({ one, everyMs }) => ({ ...one, cron: null, everyMs })),
);

const definition: fc.Arbitrary<JobDefinition> = fc
  .record({
    key: fc.constantFrom("a", "b", "c"),
    schedule,
    pause,
    scheduledSince: moment,
    schedulesSince: fc.record({ x: moment, y: moment }, { requiredKeys: [] }),
  })
  .map(({ key, schedule, pause, scheduledSince, schedulesSince }) => {
    const options = {
      ...resolveJobOptions(JobKind.Recurring, {}, key),
      schedule,
    };
    return {
      ...aDefinition({ key, kind: JobKind.Recurring, pause, scheduledSince, schedulesSince }),
      options,
      declared: options,
    };
  });

const window: fc.Arbitrary<FireWindow> = fc.record({ after: moment, to: moment, now: moment });

/** A fire by the rules of the design. */
interface Owed {
  readonly nominal: Date;
  readonly at: Date;
}

/** The rules, asked of one fire at a time. */
function isOwed(
  definition: JobDefinition,
  { name, timing, isDisabled }: JobSchedule,
  { nominal, at }: Owed,
): boolean {
  const { pause, scheduledSince, schedulesSince } = definition;
  const { startTime, endTime } = timing;
  if (isDisabled) return false;
  if (nominal <= (schedulesSince?.[name ?? ""] ?? scheduledSince)) return false;
  if (startTime !== null && nominal < startTime) return false;
  if (endTime !== null && nominal > endTime) return false;
  return pause === null || at < pause.at || (pause.until !== null && at >= pause.until);
}

function nominalTimes(definition: JobDefinition, one: JobSchedule, after: Date, to: Date): readonly Date[] {
  const { cron, everyMs, startTime, timeZone, dst } = one.timing;
  const fires: Date[] = [];
  if (everyMs !== null) {
    const since = definition.schedulesSince?.[one.name ?? ""] ?? definition.scheduledSince;
    let at = startTime ?? new Date(Math.ceil(+since / 1000) * 1000 + everyMs);
    for (; at <= to; at = new Date(+at + everyMs)) if (at > after) fires.push(at);
    return fires;
  }
  const schedule = compileSchedule({ cron: cron ?? "", timeZone, dst, seed: definition.key });
  for (let at = schedule.next(after); at && at <= to; at = schedule.next(at)) fires.push(at);
  return fires;
}

/** What begins after `after`, `to` included. */
function owedFires(definition: JobDefinition, one: JobSchedule, after: Date, to: Date): readonly Owed[] {
  const { jitterMs } = one.timing;
  // One more behind the end: how far a fire is from the next bounds its jitter.
  const times = nominalTimes(definition, one, new Date(+after - jitterMs - 1), new Date(+to + SPAN_MS));
  return times
    .map((nominal, index): Owed => {
      const gapMs = +(times[index + 1] ?? Infinity) - +nominal;
      const share = shareOf(`${seedOf(definition.key, one.name)}@${nominal.toISOString()}`);
      return { nominal, at: new Date(+nominal + Math.floor(share * Math.min(jitterMs + 1, gapMs))) };
    })
    .filter((fire) => fire.at > after && fire.at <= to && isOwed(definition, one, fire));
}

/** A run of a schedule that counts from ends: when it ended after its fire. */
const runMs = fc.integer({ min: 0, max: 200_000 });

test("planFires() owes an interval that counts from ends one fire, that long after the end, the beginning and the pause", () => {
  fc.assert(
    fc.property(
      everyMs,
      moment,
      pause,
      fc.option(fc.record({ endedAt: momentOrNull })),
      window,
      (everyMs, since, pause, before, window) => {
        const job = aDefinition({
          key: "a",
          kind: JobKind.Recurring,
          options: { everyMs, everyFrom: "end", misfire: { policy: "fireOnce", graceMs: 0 } },
          scheduledSince: since,
          pause,
        });
        const latest = new Map(before === null ? [] : [["a@", { runId: "1", ...before }]]);
        const plan = planFires([job], window, { ...NO_FACTS, latest });
        const isOpen = before?.endedAt === null;
        const isPaused = pause !== null && pause.until === null;
        const resumed = pause?.until != null && pause.until > pause.at ? +pause.until : 0;
        const due = new Date(Math.max(+since, +(before?.endedAt ?? 0), resumed) + everyMs);
        const isDue = !isOpen && !isPaused && due <= window.to;
        expect(plan.misses).toEqual([]);
        expect(plan.fires.map(({ nominalTime }) => nominalTime)).toEqual(isDue ? [due] : []);
        // What follows its end is looked for before it can be due.
        if (isOpen) expect(plan.nextDue).toEqual(new Date(+window.now + everyMs));
        else if (isPaused) expect(plan.nextDue).toBeNull();
        else expect(plan.nextDue).toEqual(isDue ? new Date(Math.max(+due, +window.now) + everyMs) : due);
      },
    ),
    { numRuns: 300 },
  );
});

test("an interval that counts from ends fires that long after each end, never late and never beside an open run", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1000, max: 60_000 }),
      fc.array(runMs, { minLength: 5, maxLength: 20 }),
      fc.integer({ min: 0, max: 500 }),
      (everyMs, runs, aheadMs) => {
        const since = new Date(START);
        const job = aDefinition({
          key: "a",
          kind: JobKind.Recurring,
          options: { everyMs, everyFrom: "end" },
          scheduledSince: since,
        });
        let now = START;
        let endsAt: number | null = null;
        const left = [...runs];
        let due = START + everyMs;
        while (left.length > 0) {
          const isOpen = endsAt !== null && endsAt > now;
          const ended =
            endsAt === null
              ? []
              : [["a@", { runId: "1", endedAt: isOpen ? null : new Date(endsAt) }] as const];
          const to = new Date(now + Math.min(10_000, shortestAfterEndMs([job])));
          const plan = planFires(
            [job],
            { after: new Date(now), to, now: new Date(now) },
            { ...NO_FACTS, latest: new Map(ended) },
          );
          const [fire] = plan.fires;
          expect(plan.nextDue).not.toBeNull();
          if (fire !== undefined) {
            expect(+fire.nominalTime).toBe(due);
            expect(+fire.nominalTime).toBeGreaterThanOrEqual(now);
            endsAt = +fire.nominalTime + (left.shift() ?? 0);
            due = endsAt + everyMs;
          }
          now = Math.max(+(plan.nextDue ?? NaN) - aheadMs, now + 1);
        }
      },
    ),
    { numRuns: 100 },
  );
});

function schedulesIn({ options }: JobDefinition): readonly JobSchedule[] {
  return schedulesOf(options.schedule as ScheduleOptions);
}

function firesOf(plan: ReturnType<typeof planFires>): string[] {
  return plan.fires.map(
    ({ definition, schedule, nominalTime }) =>
      `${nominalTime.toISOString()} ${definition.key} ${schedule.name ?? ""}`,
  );
}

test("a fire begins at most its jitter late and before the next is due, equally late in every process", () => {
  fc.assert(
    fc.property(definition, moment, (definition, after) => {
      const again = { ...definition, options: { ...definition.options } };
      expect(upcomingFires(again, after, 20, NO_FACTS)).toEqual(
        upcomingFires(definition, after, 20, NO_FACTS),
      );
      const to = new Date(+after + SPAN_MS / 8);
      const { fires } = planFires([definition], { after, to, now: after }, NO_FACTS);
      for (const [index, { schedule, nominalTime, at }] of fires.entries()) {
        expect(+at - +nominalTime).toBeGreaterThanOrEqual(0);
        expect(+at - +nominalTime).toBeLessThanOrEqual(schedule.timing.jitterMs);
        const next = fires.slice(index + 1).find((other) => other.schedule === schedule);
        if (next !== undefined) expect(+at).toBeLessThan(+next.nominalTime);
      }
    }),
    { numRuns: 200 },
  );
});

test("planFires() runs or records each owed fire of the window once, as its policy says", () => {
  fc.assert(
    fc.property(definition, window, (definition, window) => {
      const plan = planFires([definition], window, NO_FACTS);
      for (const one of schedulesIn(definition)) {
        const { policy, graceMs } = one.timing.misfire;
        const owed = owedFires(definition, one, window.after, window.to);
        const late = owed.filter(({ at }) => window.now.getTime() - at.getTime() > graceMs);
        const isLatestOnTime = owed.some(({ at }) => at <= window.now && !late.some((one) => one.at >= at));
        const kept = { fireOnce: isLatestOnTime ? 0 : 1, skip: 0, fireAll: MAX_LATE_FIRES }[policy];
        const missed = late.slice(0, Math.max(0, late.length - kept));
        const isOfIt = ({ schedule }: { readonly schedule: JobSchedule }): boolean =>
          schedule.name === one.name;
        expect(
          plan.fires.filter(isOfIt).map(({ nominalTime, at }) => ({ nominal: nominalTime, at })),
        ).toEqual(owed.slice(missed.length));
        expect(plan.misses.filter(isOfIt).map(({ missed }) => missed)).toEqual(
          missed.length === 0
            ? []
            : [{ count: missed.length, from: missed[0]?.nominal, to: missed.at(-1)?.nominal }],
        );
      }
    }),
    { numRuns: 300 },
  );
});

test("planFires() returns as next due what upcomingFires() begins with after the window", () => {
  fc.assert(
    fc.property(fc.array(definition, { maxLength: 3 }), window, (definitions, window) => {
      const rest = window.to > window.after ? window.to : window.after;
      const next = definitions
        .flatMap((definition) => upcomingFires(definition, rest, 1, NO_FACTS))
        .sort((a, b) => a.at.getTime() - b.at.getTime());
      expect(planFires(definitions, window, NO_FACTS).nextDue).toEqual(next[0]?.at ?? null);
    }),
    { numRuns: 300 },
  );
});

test("planFires() plans the same in two windows as in one that covers both", () => {
  fc.assert(
    fc.property(fc.array(definition, { maxLength: 3 }), moment, moment, moment, (definitions, ...cuts) => {
      const [from, middle, to] = cuts.sort((a, b) => a.getTime() - b.getTime());
      const one = planFires(definitions, { after: from, to, now: from }, NO_FACTS);
      const first = planFires(definitions, { after: from, to: middle, now: from }, NO_FACTS);
      const second = planFires(definitions, { after: middle, to, now: middle }, NO_FACTS);
      expect([...firesOf(first), ...firesOf(second)]).toEqual(firesOf(one));
      const times = one.fires.map(({ at }) => at.getTime());
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }),
    { numRuns: 200 },
  );
});

test("nextFire() is strictly later and owed, and nothing owed lies before it", () => {
  fc.assert(
    fc.property(definition, moment, (definition, after) => {
      const end = new Date(START + 2 * SPAN_MS);
      const next = nextFire(definition, after, NO_FACTS);
      const expected = schedulesIn(definition)
        .flatMap((one) => owedFires(definition, one, after, end))
        .map(({ at }) => at)
        .sort((a, b) => a.getTime() - b.getTime())[0];
      if (next === null || next > end) expect(expected).toBeUndefined();
      else expect(next).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});
