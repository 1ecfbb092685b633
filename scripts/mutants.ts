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
    text: "slot = this.#slots(row.record.lane).take(limit);",
    instead: "slot = this.#slots(row.record.jobKey).take(limit);",
    test: MEMORY,
    testName: "lane",
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
];
