/** One safeguard taken away, and the test that must notice. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  /** What stands in the file, exactly once … */
  readonly text: string;
  /** … and what stands there instead. */
  readonly instead: string;
  readonly test: string;
  /** A part of the test's name. */
  readonly testName: string;
}

const TRANSITIONS = "core/src/model/instance/transitions.property.test.ts";
const TURNS = "core/src/running/lanes/lane-turns.test.ts";
const SCHEDULE = "core/src/schedule/schedule.test.ts";
const MEMORY = "test/contract/memory.test.ts";
const MONGODB = "adapters/mongodb/src/contract.test.ts";

/** What the promises of docs/reliability.md rest on. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "the fence: an attempt's end is written whichever attempt is under way",
    file: "core/src/model/instance/transitions.ts",
    text: "{ states: [JobState.Processing], attempt: attempt.attempt, claim: attempt.claim, cancelRequested: false },",
    instead: "{ states: [JobState.Processing], cancelRequested: false },",
    test: TRANSITIONS,
    testName: "is not changed by an attempt that is no longer the one under way",
  },
  {
    name: "the fence in memory: a claim is not compared",
    file: "core/src/model/instance/instance-change.ts",
    text: "(claim === undefined || claim === record.claim) &&",
    instead: "",
    test: MEMORY,
    testName: "update()",
  },
  {
    name: "the fence in MongoDB: a claim is not compared",
    file: "adapters/mongodb/src/documents/typed-filter.ts",
    text: "...(claim !== undefined && { claim: exactly(claim) }),",
    instead: "",
    test: MONGODB,
    testName: "update()",
  },
  {
    name: "a cancel that was accepted: an attempt may succeed after it",
    file: "core/src/model/instance/transitions.ts",
    text: "attempt: attempt.attempt, claim: attempt.claim, cancelRequested: false },\n    {\n      completedAt: at,\n      // Nothing but this",
    instead:
      "attempt: attempt.attempt, claim: attempt.claim },\n    {\n      completedAt: at,\n      // Nothing but this",
    test: TRANSITIONS,
    testName: "can only end Cancelled once a cancel was asked of its running attempt",
  },
  {
    name: "the unique id: whoever fires makes up an id",
    file: "core/src/model/name/run-id.ts",
    text: "return `${jobKey}@${nominalTime.toISOString()}`;",
    instead: "return `${jobKey}@${nominalTime.toISOString()}${crypto.randomUUID()}`;",
    test: "core/src/duties/firing-loop.test.ts",
    testName: "fires once where two loops look after the same stores",
  },
  {
    name: "the unique id in memory: a run is written over another",
    file: "adapters/memory/src/tenant/tenant-instances.ts",
    text: "if (standing) return standing.record;",
    instead: "",
    test: MEMORY,
    testName: "insert()",
  },
  {
    name: "following at least once: the place is moved before the follower is called",
    file: "core/src/duties/following/following.ts",
    text: "      if (fresh.length > 0) await follower.follow(fresh, signal);\n      place = await this.#places.move(follower.name, place, page);\n",
    instead:
      "      place = await this.#places.move(follower.name, place, page);\n      if (fresh.length > 0) await follower.follow(fresh, signal);\n",
    test: "core/src/duties/following/following.property.test.ts",
    testName: "follows no end zero times",
  },
  {
    name: "retention and following: what has not been followed is removed",
    file: "adapters/memory/src/rows/expired-rows.ts",
    text: " && row.endNumber <= readTo",
    instead: "",
    test: MEMORY,
    testName: "sweep() keeps what ended after a position",
  },
  {
    name: "the slot index: two runs may hold one slot",
    file: "adapters/mongodb/src/connection/migrate.ts",
    text: "      unique: true,\n",
    instead: "",
    test: MONGODB,
    testName: "admit() by 60 at once never gives more than the limit",
  },
  {
    name: "the slots in memory: the limit is not looked at",
    file: "adapters/memory/src/rows/slot-set.ts",
    text: "if (this.#taken >= limit) return null;",
    instead: "",
    test: MEMORY,
    testName: "admit()",
  },
  {
    name: "the lanes in MongoDB: two lanes of a job share their slots",
    file: "adapters/mongodb/src/connection/migrate.ts",
    text: "slot: 1, lane: 1 }",
    instead: "slot: 1 }",
    test: MONGODB,
    testName: "admit() counts each lane of a job by itself",
  },
  {
    name: "the lanes in memory: two lanes of a job share their slots",
    file: "adapters/memory/src/tenant/tenant-instances.ts",
    text: "const lane = this.#lane(row.record.lane);",
    instead: "const lane = this.#lane(row.record.jobKey);",
    test: MEMORY,
    testName: "lane",
  },
  {
    name: "the queue in memory: a newcomer overtakes those that wait",
    file: "adapters/memory/src/tenant/tenant-instances.ts",
    text: "waiting !== undefined && lane.hasOthers(row) ? null : lane.slots.take(limit)",
    instead: "lane.slots.take(limit)",
    test: MEMORY,
    testName: "overtakes nobody",
  },
  {
    name: "the queue on SQLite: a newcomer overtakes those that wait",
    file: "adapters/sqlite/src/engine/run-writes.ts",
    text: "waiting !== null && lane.hasOthers(n) ? null : lane.take(limit)",
    instead: "lane.take(limit)",
    test: "adapters/sqlite/src/contract.test.ts",
    testName: "overtakes nobody",
  },
  {
    name: "the queue on MongoDB: a newcomer overtakes those that wait",
    file: "adapters/mongodb/src/runs/lane-queue.ts",
    text: "if (waiting.some(({ id }) => id !== one.change.id)) behind.add(one);",
    instead: "if (waiting.length > ENOUGH_TO_WAIT) behind.add(one);",
    test: MONGODB,
    testName: "overtakes nobody",
  },
  {
    name: "the queue on MongoDB: a run that was ended blocks those after it",
    file: "adapters/mongodb/src/runs/lane-queue.ts",
    text: "if (stale.length === 0) return found;",
    instead: "return found;",
    test: MONGODB,
    testName: "waits no more",
  },
  {
    name: "the turns: a worker that gives back a slot gives no turn",
    file: "core/src/running/run-intake.ts",
    text: "if (queues) this.#turns.freed(request.lane);",
    instead: "",
    test: TURNS,
    testName: "begins it when the one before it has ended",
  },
  {
    name: "the replacing: the newest run is ended for the older",
    file: "core/src/running/lanes/replace-older.ts",
    text: "b.createdAt.getTime() - a.createdAt.getTime()",
    instead: "a.createdAt.getTime() - b.createdAt.getTime()",
    test: "core/src/running/lanes/replace-older.test.ts",
    testName: "but for the newest",
  },
  {
    name: "the turns: nobody looks when a slot was given back before a run waited",
    file: "core/src/running/run-intake.ts",
    text: "this.#turns.joined(run.lane, options.maxConcurrency ?? 1);",
    instead: "",
    test: TURNS,
    testName: "looks once more",
  },
  {
    name: "the turns: a worker that stops keeps the turn to itself",
    file: "core/src/running/lanes/lane-turns.ts",
    text: "dispatchAgain(runs.slice(here), { store, dispatcher, clock }),",
    instead: "",
    test: TURNS,
    testName: "hands the turn over",
  },
  {
    name: "the turns: a run that is no longer to run ends the giving of turns",
    file: "core/src/running/lanes/lane-turns.ts",
    text: "if (runs.length > 0) this.#count(lane, await this.#begin(runs));",
    instead: "if (runs.length > 0) await this.#begin(runs);",
    test: TURNS,
    testName: "until none waits",
  },
  {
    name: "the reconciler: the slot of a dead worker is given to nobody",
    file: "core/src/duties/reconciler.ts",
    text: "await giveTurns(lanes, options);",
    instead: "",
    test: "core/src/duties/reconciler.test.ts",
    testName: "of runs that wait for a slot",
  },
  {
    name: "the embedded runtime: a run whose turn was given counts as lost",
    file: "runtime-local/src/local-runtime.ts",
    text: "(state !== JobState.Processing || !isHeld(id))",
    instead: "true",
    test: "runtime-local/src/local-runtime.test.ts",
    testName: "began without a delivery",
  },
  {
    name: "the DST rule: what a change repeats fires twice",
    file: "core/src/schedule/schedule.ts",
    text: "if (offset < earlier && !this.#repeats) return Infinity;",
    instead: "",
    test: SCHEDULE,
    testName: "",
  },
  {
    name: "the DST rule: what a change leaves out is lost",
    file: "core/src/schedule/schedule.ts",
    text: "if (offset <= earlier || !this.#shifts) return match;",
    instead: "if (offset <= earlier || this.#shifts) return match;",
    test: SCHEDULE,
    testName: "",
  },
  {
    name: "a snooze's fence: it is written whichever attempt is under way",
    file: "core/src/model/instance/snooze.ts",
    text: "      attempt: attempt.attempt,\n      claim: attempt.claim,\n      cancelRequested: false,",
    instead: "      cancelRequested: false,",
    test: TRANSITIONS,
    testName: "is not changed by an attempt that is no longer the one under way",
  },
  {
    name: "a cancel that was accepted: a run may be snoozed after it",
    file: "core/src/model/instance/snooze.ts",
    text: "      cancelRequested: false,\n",
    instead: "",
    test: TRANSITIONS,
    testName: "can only end Cancelled once a cancel was asked of its running attempt",
  },
  {
    name: "a snooze lasts: a late request for an earlier attempt ends it",
    file: "core/src/model/instance/transitions.ts",
    text: "{ states: [JobState.Scheduled], attempt: begun }",
    instead: "{ states: [JobState.Scheduled] }",
    test: "core/src/model/instance/transitions.model.test.ts",
    testName: "every decision is taken",
  },
  {
    name: "a snooze costs no retry: attempts are counted as retries",
    file: "core/src/running/attempt/attempt-settler.ts",
    text: "retries: retriesOf(instance) + run.attempt - instance.attempt,",
    instead: "retries: run.attempt - 1,",
    test: "test/behaviour/embedded.test.ts",
    testName: "is executed again with all of its retries",
  },
  {
    name: "a snoozed run waits where its job is full: it is skipped",
    file: "core/src/running/refusals.ts",
    text: "      if (request.attempt === 1)\n",
    instead: "",
    test: "core/src/running/job-executor.test.ts",
    testName: "lets a run that was snoozed wait for a slot",
  },
  {
    name: "a worker that never comes back: its thread writes heartbeats for ever",
    file: "adapters/mongodb/src/life/silence.ts",
    text: " || silentMs > quietMs",
    instead: "",
    test: "adapters/mongodb/src/life/silence.test.ts",
    testName: "for as long as it may be",
  },
  {
    name: "a worker that computes: its thread leaves the list of runs that it holds as it was",
    file: "adapters/mongodb/src/life/heartbeat-writer.ts",
    text: ' $unset: { holds: "" },',
    instead: "",
    test: "adapters/mongodb/src/life/runtimes.test.ts",
    testName: "is kept alive by a thread on node",
  },
];
