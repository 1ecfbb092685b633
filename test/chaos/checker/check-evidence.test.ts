import { isTerminal, type JobInstance } from "@mojob/core";
import type { TaskFact } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { checkEvidence } from "./check-evidence.ts";
import type { ApiAnswer, Evidence } from "./evidence.ts";
import { aFire, aGoodDay, aRun, MAIL, NOON_MS, someEffect, type Step } from "./hand-made.ts";
import { CHAOS_TASK } from "../programs/chaos-task.ts";
import type { VerdictKind } from "./verdict.ts";

/** The kinds a day is found guilty of, each once. */
function kindsOf(evidence: Evidence): readonly VerdictKind[] {
  return [...new Set(checkEvidence(evidence).map(({ kind }) => kind))];
}

/** A good day with other records, lines or responses. */
function aDayWith(change: (day: Evidence) => Partial<Evidence>): Evidence {
  const day = aGoodDay();
  const changed = { ...day, ...change(day) };
  const ended = changed.instances.filter(({ state }) => isTerminal(state));
  return { ...changed, followed: new Map(ended.map(({ id }) => [id, 1])) };
}

function withRun(run: JobInstance, ...lines: Evidence["ledger"]): Evidence {
  return aDayWith(({ instances, ledger }) => ({
    instances: [...instances, run],
    ledger: [...ledger, ...lines],
  }));
}

const at = (ms: number): { readonly askedAtMs: number; readonly answeredAtMs: number } => ({
  askedAtMs: NOON_MS + ms - 10,
  answeredAtMs: NOON_MS + ms,
});

describe("the checker finds nothing", () => {
  it("on a day on which all went well", () => {
    expect(checkEvidence(aGoodDay())).toEqual([]);
  });

  it("in an attempt that was done, never settled and repeated", () => {
    const run = aRun("mail-2", {
      steps: [
        ["Enqueued", 1000],
        ["Processing", 1100],
        ["Failed", 12_000],
        ["Processing", 12_000],
        ["Succeeded", 12_500],
      ],
    });
    const lines = [...someEffect("mail-2", 1, 1110, 1200), ...someEffect("mail-2", 2, 12_010, 12_400)];
    expect(checkEvidence(withRun(run, ...lines))).toEqual([]);
  });

  it("in code that goes on beside the next run after its own attempt was given up", () => {
    const stopped = aRun("mail-2", {
      steps: [
        ["Enqueued", 1000],
        ["Processing", 1100],
        ["Failed", 2000],
        ["Processing", 2000],
        ["Succeeded", 2500],
      ],
    });
    const lines = [...someEffect("mail-2", 1, 1110, 2300), ...someEffect("mail-2", 2, 2010, 2400)];
    expect(checkEvidence(withRun(stopped, ...lines))).toEqual([]);
  });

  it("in fires that one record says were missed", () => {
    const missed = { count: 2, from: new Date(NOON_MS + 2000), to: new Date(NOON_MS + 3000) };
    const id = `tick@${missed.from.toISOString()}`;
    const run = aRun(id, {
      jobKey: "tick",
      fireMs: 2000,
      steps: [
        ["Enqueued", 9000],
        ["Skipped", 9000],
      ],
      overrides: { missed },
    });
    const gone = new Set([2000, 3000].map((ms) => `tick@${new Date(NOON_MS + ms).toISOString()}`));
    const day = aDayWith(({ instances, ledger }) => ({
      instances: [...instances.filter(({ id }) => !gone.has(id)), run],
      ledger: ledger.filter((line) => line.type === "died" || !gone.has(line.instanceId)),
    }));
    expect(checkEvidence(day)).toEqual([]);
  });

  it("in a fire by an edit without a response, which a process that was stopped made when it went on", () => {
    const unanswered: ApiAnswer = {
      type: "edit",
      jobKey: "tick",
      priority: 3,
      askedAtMs: NOON_MS - 20_000,
      answeredAtMs: null,
    };
    const edit: ApiAnswer = { type: "edit", jobKey: "tick", priority: 1, ...at(500) };
    expect(checkEvidence(aDayWith(() => ({ answers: [unanswered, edit] })))).toEqual([]);
  });

  it("in a fire that a pause may have come before or after", () => {
    const day = aDayWith(({ instances, ledger }) => ({
      instances: instances.filter((_, index) => index !== 1),
      ledger: ledger.filter((line) => line.type === "died" || line.instanceId !== instances[1]?.id),
      answers: [
        { type: "pause", jobKey: "tick", askedAtMs: NOON_MS + 1990, answeredAtMs: NOON_MS + 2010 },
        { type: "resume", jobKey: "tick", ...at(2500) },
      ],
    }));
    expect(checkEvidence(day)).toEqual([]);
  });
});

const SNOOZED: readonly Step[] = [
  ["Enqueued", 0],
  ["Processing", 1000],
  ["Scheduled", 1050],
  ["Enqueued", 1150],
];

describe("the checker finds guilty of", () => {
  it("lost: a fire that was owed and never decided", () => {
    const day = aDayWith(({ instances, ledger }) => ({
      instances: instances.filter((_, index) => index !== 2),
      ledger: ledger.filter((line) => line.type === "died" || line.instanceId !== instances[2]?.id),
      cursor: new Date(NOON_MS + 2000),
    }));
    expect(kindsOf(day)).toEqual(["lost"]);
  });

  it("lost: a fire of a named schedule, where the job's own fire of that second is there", () => {
    const [tick, ...others] = aGoodDay().jobs;
    if (tick === undefined) throw new Error("A good day has a job that ticks");
    const day = aDayWith(() => ({ jobs: [{ ...tick, schedules: ["twin"] }, ...others] }));
    expect(kindsOf(day)).toEqual(["cursor gap"]);
    const twins = day.instances.map((run) => ({ ...run, trigger: { ...run.trigger, schedule: "twin" } }));
    const both = twins
      .filter(({ jobKey }) => jobKey === "tick")
      .map((run) => ({ ...run, id: `${run.id}:twin` }));
    const ids = new Map(both.map(({ id }) => [id.slice(0, -5), id]));
    const lines = day.ledger.flatMap((line) => {
      const id = line.type === "died" ? undefined : ids.get(line.instanceId);
      return id === undefined ? [] : [{ ...line, instanceId: id } as typeof line];
    });
    const whole = aDayWith(() => ({
      jobs: day.jobs,
      instances: [...day.instances, ...both],
      ledger: [...day.ledger, ...lines],
    }));
    expect(checkEvidence(whole)).toEqual([]);
  });

  it("lost: a run that counts as done and whose code never came to its end", () => {
    expect(kindsOf(aDayWith(({ ledger }) => ({ ledger: ledger.slice(0, -1) })))).toEqual(["lost"]);
  });

  it("lost: a trigger that was accepted and has no record", () => {
    const answer: ApiAnswer = {
      type: "trigger",
      jobKey: "mail",
      idempotencyKey: null,
      id: "mail-9",
      ...at(0),
    };
    expect(kindsOf(aDayWith(() => ({ answers: [answer] })))).toEqual(["lost"]);
  });

  it("lost: code that ran for a run of which there is no record", () => {
    expect(
      kindsOf(aDayWith(({ ledger }) => ({ ledger: [...ledger, ...someEffect("mail-9", 1, 0, 5)] }))),
    ).toEqual(["lost"]);
  });

  it("doubled: one attempt that was begun twice", () => {
    const again = someEffect("mail-1", 1, 1000, 1100, { process: "worker-2" });
    expect(kindsOf(aDayWith(({ ledger }) => ({ ledger: [...ledger, ...again] })))).toEqual(["doubled"]);
  });

  it("doubled: a run without retries that was begun again", () => {
    const id = aFire(1000).run.id;
    const again = someEffect(id, 2, 1100, 1200);
    expect(kindsOf(aDayWith(({ ledger }) => ({ ledger: [...again, ...ledger] })))).toContain("doubled");
  });

  it("illegal edge: a snooze that cost a retry", () => {
    const run = aRun("mail-2", {
      steps: [...SNOOZED, ["Processing", 1200], ["Succeeded", 1300]],
      overrides: { retryCount: 2 },
    });
    const lines = [...someEffect("mail-2", 1, 1010, 1020), ...someEffect("mail-2", 2, 1210, 1290)];
    expect(kindsOf(withRun(run, ...lines))).toEqual(["illegal edge"]);
    const paid = { ...run, retryCount: 3 };
    expect(kindsOf(withRun(paid, ...lines))).toEqual([]);
  });

  it("doubled: a run that was retried more often than its job allows, by the attempts of its snoozes", () => {
    const failures = [1200, 1300, 1400].flatMap((at): readonly Step[] => [
      ["Processing", at],
      ["Failed", at + 10],
    ]);
    const run = aRun("mail-2", {
      steps: [...SNOOZED, ...failures, ["Processing", 1500], ["Succeeded", 1600]],
      overrides: { retryCount: 3 },
    });
    const lines = [1010, 1210, 1310, 1410, 1510].flatMap((at, index) =>
      someEffect("mail-2", index + 1, at, at + 5),
    );
    expect(kindsOf(withRun(run, ...lines))).toContain("doubled");
  });

  it("lost: a run that ended with a retry left", () => {
    const steps: readonly Step[] = [
      ["Enqueued", 0],
      ["Processing", 1000],
      ["Failed", 1010],
      ["Terminated", 1010],
    ];
    const run = aRun("mail-2", { steps });
    const last = {
      ...run.history.at(-1)!,
      reason: { code: "retries_used_up", parameters: { count: 2 } } as const,
    };
    const ended = { ...run, history: [...run.history.slice(0, -1), last] };
    expect(kindsOf(withRun(ended, ...someEffect("mail-2", 1, 1001, 1005)))).toEqual(["lost"]);
  });

  it("doubled: a fire that ran and was also recorded as missed", () => {
    const missed = { count: 1, from: new Date(NOON_MS + 1000), to: new Date(NOON_MS + 2000) };
    const run = aRun("tick@other", {
      jobKey: "tick",
      fireMs: 1000,
      steps: [
        ["Enqueued", 9000],
        ["Skipped", 9000],
      ],
      overrides: { missed },
    });
    expect(kindsOf(withRun(run))).toEqual(["doubled"]);
  });

  it("doubled: a fire minutes before its time", () => {
    const run = aRun(`tick@${new Date(NOON_MS + 3000).toISOString()}`, {
      jobKey: "tick",
      fireMs: 3000,
      steps: [
        ["Enqueued", -60_000],
        ["Processing", -59_000],
        ["Succeeded", -58_000],
      ],
    });
    const day = aDayWith(({ instances }) => ({
      instances: instances.map((one) => (one.id === run.id ? run : one)),
    }));
    expect(kindsOf(day)).toContain("doubled");
  });

  it("doubled: one idempotency key that returned two runs", () => {
    const asked = { type: "trigger", jobKey: "mail", idempotencyKey: "k" } as const;
    const day = aDayWith(({ instances }) => ({
      answers: [
        { ...asked, id: "mail-1", ...at(0) },
        { ...asked, id: instances[0]?.id ?? "", ...at(5) },
      ],
    }));
    expect(kindsOf(day)).toEqual(["doubled"]);
  });

  it("overlapping: a run that began while the record of another still held its slot", () => {
    const settledLate = aRun("mail-1", {
      steps: [
        ["Enqueued", 0],
        ["Processing", 100],
        ["Succeeded", 1500],
      ],
    });
    const run = aRun("mail-2", {
      steps: [
        ["Enqueued", 0],
        ["Processing", 1000],
        ["Succeeded", 1800],
      ],
    });
    const day = withRun(run, ...someEffect("mail-2", 1, 1010, 1100));
    const instances = day.instances.map((one) => (one.id === "mail-1" ? settledLate : one));
    // Their code took turns: only the records overlap.
    expect(kindsOf({ ...day, instances })).toEqual(["overlapping"]);
  });

  it("overlapping: code that ran together beyond the limit, whatever the records say", () => {
    const run = aRun("mail-2", {
      steps: [
        ["Enqueued", 0],
        ["Processing", 900],
        ["Succeeded", 1500],
      ],
    });
    expect(kindsOf(withRun(run, ...someEffect("mail-2", 1, 800, 1100)))).toEqual(["overlapping"]);
  });

  it("stuck: a run that has not ended", () => {
    expect(kindsOf(withRun(aRun("mail-2", { steps: [["Enqueued", 0]] })))).toEqual(["stuck"]);
  });

  it("stuck: an attempt that was Processing two minutes beyond its timeout", () => {
    const run = aRun("mail-2", {
      steps: [
        ["Enqueued", 900],
        ["Processing", 1000],
        ["Terminated", 1001 + MAIL.timeoutMs + 120_000],
      ],
    });
    expect(kindsOf(withRun(run))).toContain("stuck");
  });

  it("an illegal edge: a step the machine does not have", () => {
    const run = aRun("mail-2", {
      steps: [
        ["Enqueued", 0],
        ["Cancelled", 100],
        ["Skipped", 200],
      ],
    });
    expect(kindsOf(withRun(run))).toEqual(["illegal edge"]);
  });

  it("an illegal edge: a state its history does not lead to, a claim left over, time that goes back", () => {
    const steps = [
      ["Enqueued", 100],
      ["Cancelled", 200],
    ] as const;
    const backwards = [
      ["Enqueued", 100],
      ["Cancelled", 50],
    ] as const;
    for (const overrides of [{ state: "Skipped" }, { claim: "claim-1" }] as const)
      expect(kindsOf(withRun(aRun("mail-2", { steps, overrides })))).toEqual(["illegal edge"]);
    expect(kindsOf(withRun(aRun("mail-2", { steps: backwards })))).toEqual(["illegal edge"]);
    expect(kindsOf({ ...withRun(aRun("mail-2", { steps: backwards })), skewMs: 60 })).toEqual([]);
  });

  it("a late write: an attempt that one process ran and another settled", () => {
    const day = aDayWith(() => ({ executors: new Map([["worker-1", ["worker-2"]]]) }));
    expect(kindsOf(day)).toEqual(["late write"]);
  });

  it("a late write: an end that changed after it had been seen", () => {
    const sightings = [{ id: "mail-1", state: "Terminated", atMs: NOON_MS }] as const;
    expect(kindsOf(aDayWith(() => ({ sightings })))).toEqual(["late write"]);
  });

  it("a late write: an attempt settled a run whose next attempt had begun", () => {
    const later = someEffect("mail-1", 2, 1000, 1100);
    expect(kindsOf(aDayWith(({ ledger }) => ({ ledger: [...ledger, ...later] })))).toEqual(["late write"]);
  });

  it("a slot left: a run that has ended and still holds one", () => {
    const day = aDayWith(({ instances }) => ({
      instances: instances.map((run) => (run.id === "mail-1" ? { ...run, slot: 0 } : run)),
    }));
    expect(kindsOf(day)).toEqual(["slot left"]);
  });

  it("a cursor gap: a fire never decided, with the cursor beyond it", () => {
    const day = aDayWith(({ instances, ledger }) => ({
      instances: instances.filter((_, index) => index !== 1),
      ledger: ledger.filter((line) => line.type === "died" || line.instanceId !== instances[1]?.id),
    }));
    expect(kindsOf(day)).toEqual(["cursor gap"]);
  });

  it("a false answer: a cancel that was accepted, of a run that ended otherwise", () => {
    const cancel = { type: "cancel", id: "mail-1", ...at(500) } as const;
    for (const answer of [
      { state: "Processing", isRefused: false },
      { state: "Cancelled", isRefused: false },
      { state: "Cancelled", isRefused: true },
    ] as const)
      expect(kindsOf(aDayWith(() => ({ answers: [{ ...cancel, ...answer }] })))).toEqual(["false answer"]);
    const right = { ...cancel, state: "Succeeded", isRefused: true } as const;
    expect(kindsOf(aDayWith(() => ({ answers: [right] })))).toEqual([]);
  });

  it("a false answer: a fire within a pause that had been acknowledged", () => {
    const pause: ApiAnswer = { type: "pause", jobKey: "tick", ...at(1500) };
    expect(kindsOf(aDayWith(() => ({ answers: [pause] })))).toEqual(["false answer"]);
  });

  it("a false answer: a fire by the value of an edit without a response, too long ago to be done only now", () => {
    const unanswered: ApiAnswer = {
      type: "edit",
      jobKey: "tick",
      priority: 3,
      askedAtMs: NOON_MS - 120_000,
      answeredAtMs: null,
    };
    const edit: ApiAnswer = { type: "edit", jobKey: "tick", priority: 1, ...at(500) };
    expect(kindsOf(aDayWith(() => ({ answers: [unanswered, edit] })))).toEqual(["false answer"]);
  });

  it("a false answer: a fire by an edit's old value after the edit had been acknowledged", () => {
    const edit: ApiAnswer = { type: "edit", jobKey: "tick", priority: 1, ...at(1500) };
    expect(kindsOf(aDayWith(() => ({ answers: [edit] })))).toEqual(["false answer"]);
  });

  it("not followed: an end that no follower was called with, and a follower called before the end", () => {
    const day = aGoodDay();
    const [[first] = []] = [...day.followed].map(([id]) => [id]);
    const followed = new Map([...day.followed].filter(([id]) => id !== first));
    expect(checkEvidence({ ...day, followed })).toMatchObject([{ kind: "not followed", subject: first }]);
    const open = aRun("mail-2", {
      steps: [
        ["Enqueued", 1000],
        ["Processing", 1100],
      ],
    });
    const early = {
      ...day,
      instances: [...day.instances, open],
      followed: new Map([...day.followed, ["mail-2", 1]]),
    };
    expect(kindsOf(early)).toContain("not followed");
  });
});

describe("of runs that wait, the checker", () => {
  const steps: readonly Step[] = [
    ["Scheduled", 0],
    ["Enqueued", 1000],
    ["Processing", 1010],
    ["Succeeded", 1100],
  ];
  const aDebounced = (number: number, putOffMs: number): JobInstance =>
    aRun("digest-1", {
      jobKey: "digest",
      steps,
      overrides: { args: { number }, scheduledFor: new Date(NOON_MS + putOffMs) },
    });
  const aTrigger = (number: number, askedMs: number): ApiAnswer => ({
    type: "trigger",
    jobKey: "digest",
    idempotencyKey: `k${number}`,
    id: "digest-1",
    args: { number },
    ...at(askedMs),
  });
  const aDebouncedDay = (run: JobInstance, ...answers: readonly ApiAnswer[]): Evidence =>
    aDayWith(({ jobs, instances, ledger }) => ({
      jobs: [...jobs, { ...MAIL, key: "digest", maxConcurrency: null, debounceMaxMs: 1000 }],
      instances: [...instances, run],
      ledger: [...ledger, ...someEffect("digest-1", 1, 1020, 1090)],
      answers,
    }));

  it("finds nothing in one that was put off and says what was said last", () => {
    expect(checkEvidence(aDebouncedDay(aDebounced(2, 1000), aTrigger(1, 100), aTrigger(2, 200)))).toEqual([]);
  });

  it("finds one that was put off for too long", () => {
    expect(kindsOf(aDebouncedDay(aDebounced(1, 1001), aTrigger(1, 100)))).toEqual(["stuck"]);
  });

  it("finds one that says what was said before, where no request was repeated", () => {
    const day = aDebouncedDay(aDebounced(1, 1000), aTrigger(1, 100), aTrigger(2, 200));
    expect(kindsOf(day)).toEqual(["lost"]);
    const repeated = aDebouncedDay(aDebounced(1, 1000), ...day.answers, aTrigger(1, 50));
    expect(kindsOf(repeated)).toEqual([]);
  });

  it("finds an attempt that was ended by its wait and whose code ran", () => {
    const run = aRun("mail-2", {
      steps: [
        ["Enqueued", 1000],
        ["Processing", 2000],
        ["Failed", 2000],
        ["Terminated", 2000],
      ],
    });
    const history = run.history.map((entry) =>
      entry.to === "Processing"
        ? { ...entry, reason: { code: "not_begun", parameters: { limitMs: 1000 } } as const }
        : entry,
    );
    expect(kindsOf(withRun({ ...run, history }))).toEqual([]);
    const day = withRun({ ...run, history }, ...someEffect("mail-2", 1, 1500, 1600));
    expect(kindsOf(day)).toContain("doubled");
  });
});

describe("of tasks, the checker", () => {
  const steps: readonly Step[] = [
    ["Enqueued", 0],
    ["Processing", 10],
    ["Succeeded", 500],
  ];
  const fact = { rev: 1, at: new Date(NOON_MS), node: "first", visit: "" };
  const LOG: readonly TaskFact[] = [
    { ...fact, seq: 1, type: "started", n: 0, injected: {} },
    { seq: 2, rev: 2, at: fact.at, type: "ended", state: "Succeeded", unhandled: [], results: {} },
  ];
  const aTaskDay = (log: readonly TaskFact[], name = "first", endsMs = 400): Evidence => {
    const task = aRun("graph-1", { jobKey: CHAOS_TASK, steps });
    const node = aRun("~graph-1/#first", {
      steps: [
        ["Enqueued", 0],
        ["Processing", 10],
        ["Succeeded", endsMs],
      ],
      overrides: { part: { of: "graph-1", name }, trigger: { type: "task", of: "graph-1" } },
    });
    return aDayWith(({ instances, ledger }) => ({
      instances: [...instances.filter(({ id }) => id !== "mail-1"), task, node],
      ledger: [
        ...ledger.filter((line) => line.type === "died" || line.instanceId !== "mail-1"),
        ...someEffect(node.id, 1, 20, endsMs - 10),
      ],
      tasks: new Map([["graph-1", log]]),
    }));
  };

  it("finds nothing in one whose log is what happened", () => {
    expect(checkEvidence(aTaskDay(LOG))).toEqual([]);
  });

  it.each<[string, Evidence, VerdictKind]>([
    ["a fact that is missing", aTaskDay(LOG.map((one) => ({ ...one, seq: one.seq + 1 }))), "lost"],
    ["an end that its log does not have", aTaskDay(LOG.slice(0, 1)), "lost"],
    ["a run that has no record, and one that nothing began", aTaskDay(LOG, "other"), "lost"],
    ["a run that nothing began", aTaskDay(LOG.slice(1).map((one) => ({ ...one, seq: 1 }))), "doubled"],
    ["a node that ended after its task", aTaskDay(LOG, "first", 900), "stuck"],
  ])("finds %s", (_, day, kind) => {
    expect(kindsOf(day)).toContain(kind);
  });
});
