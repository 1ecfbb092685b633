import { describe, expect, test } from "vitest";
import { aDefinition, anInstance, START } from "@mojob/test-fixtures/records";
import { createWorld, storeGone, type WorldOptions } from "@mojob/test-fixtures/world";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import type { ChildJob } from "../../model/option/value/child-job.ts";
import { numberOfCode } from "../../model/code/number-of-code.ts";
import { ChildJobs } from "./child-jobs.ts";
import { ControlPlane } from "../control-plane.ts";
import { createEngine } from "../create-engine.ts";

const ended = (overrides: Partial<JobInstance> = {}): JobInstance =>
  anInstance({ id: "p", jobKey: "close", state: "Succeeded", completedAt: START, ...overrides });

async function aPlace(children: readonly ChildJob[], options?: WorldOptions) {
  const world = createWorld(options);
  const engine = createEngine({ ...world, tenant: "default" });
  await world.define(
    aDefinition({ key: "close", options: { children } }),
    aDefinition({ key: "report", options: { priority: 2 } }),
    aDefinition({ key: "off", options: { disabled: true } }),
    aDefinition({ key: "tick", kind: "recurring", args: { every: "day" } }),
    aDefinition({
      key: "strict",
      argsSchema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
    }),
  );
  const follower = new ChildJobs(engine);
  return {
    ...world,
    engine,
    async follow(...runs: readonly JobInstance[]) {
      await world.store.instances.insert(runs);
      await follower.follow(runs);
    },
    follower,
    /** Those that were started: state and what is behind it. */
    async children() {
      const all = await world.instances();
      return all.filter(({ trigger }) => trigger.type === "parent" || trigger.type === "condition");
    },
  };
}

describe("ChildJobs", () => {
  test.each([
    ["success", "Succeeded", true],
    ["success", "Terminated", false],
    ["failure", "Terminated", true],
    ["failure", "Succeeded", false],
    ["failure", "Cancelled", false],
    ["end", "Succeeded", true],
    ["end", "Terminated", true],
    ["end", "Cancelled", true],
    ["end", "Skipped", false],
  ] as const)("on %s, a parent that is %s starts its child: %s", async (on, state, isStarted) => {
    const { follow, children } = await aPlace([{ job: "report", on }]);
    await follow(ended({ state }));
    expect(await children()).toHaveLength(isStarted ? 1 : 0);
  });

  test("a child on a failure can be given the number that the author of the parent gave it", async () => {
    const { follow, children } = await aPlace([
      {
        job: "report",
        on: "failure",
        args: { number: "{error.number}", text: "{error.code} {error.number}" },
      },
    ]);
    const error = { code: "job_error", number: -19001004000, message: "no such month" };
    await follow(
      ended({ state: "Terminated", error }),
      ended({ id: "q", state: "Terminated", error: { code: "timeout", message: "late" } }),
    );
    expect((await children()).map(({ args }) => args)).toEqual(
      expect.arrayContaining([
        { number: -19001004000, text: "job_error -19001004000" },
        { number: numberOfCode("timeout"), text: `timeout ${numberOfCode("timeout")}` },
      ]),
    );
  });

  test("a child has its parent's id, its own priority and arguments of the parent's run", async () => {
    const { follow, children } = await aPlace([
      { job: "report", on: "success", args: { month: "{args.month}", total: "{result}" } },
    ]);
    await follow(ended({ args: { month: "2026-02" }, result: 12 }));
    expect(await children()).toMatchObject([
      {
        id: "~p/report",
        jobKey: "report",
        state: "Enqueued",
        priority: 2,
        args: { month: "2026-02", total: 12 },
        trigger: { type: "parent", of: "p" },
      },
    ]);
  });

  test("an end that is followed twice starts each child once", async () => {
    const { follow, follower, children, bus, clock } = await aPlace([
      { job: "report", on: "end" },
      { job: "tick", on: "end" },
    ]);
    await follow(ended());
    await follower.follow([ended()]);
    await clock.settle();
    expect((await children()).map(({ id }) => id).toSorted()).toEqual(["~p/report", "~p/tick"]);
    expect(bus.batches.flatMap(({ requests }) => requests)).toHaveLength(2);
  });

  test.each([
    ["its stored arguments", undefined, { every: "day" }],
    ["those that its parent gives it", { every: "{args.month}" }, { every: "2026-02" }],
  ])("a recurring child runs with %s", async (_what, given, args) => {
    const { follow, children } = await aPlace([
      { job: "tick", on: "end", ...(given !== undefined && { args: given }) },
    ]);
    await follow(ended({ args: { month: "2026-02" } }));
    expect(await children()).toMatchObject([{ state: "Enqueued", args }]);
  });

  test.each([
    ["is disabled", { job: "off", on: "end" }, { code: "job_disabled" }],
    [
      "does not take the arguments",
      { job: "strict", on: "end", args: { n: "{args.month}" } },
      { code: "child_args_refused", parameters: { issues: [{ pointer: "/args/n", code: "wrong_type" }] } },
    ],
  ] as const)("a child that %s is recorded as skipped, with its reason", async (_, child, reason) => {
    const { follow, children, bus, clock } = await aPlace([child]);
    await follow(ended({ args: { month: "2026-02" } }));
    await clock.settle();
    expect(await children()).toMatchObject([{ state: "Skipped", reason }]);
    expect(bus.batches).toEqual([]);
  });

  test("a child whose arguments are too long is recorded as skipped, and holds up no other end", async () => {
    const { follow, children, errors } = await aPlace([
      { job: "report", on: "end", args: { copies: Array.from({ length: 600 }, () => "<{args.text}>") } },
    ]);
    const text = "x".repeat(900_000);
    await follow(ended({ args: { text } }), ended({ id: "other", args: { text: "short" } }));
    expect((await children()).map(({ id, state, reason }) => [id, state, reason?.code])).toEqual([
      ["~p/report", "Skipped", "child_args_refused"],
      ["~other/report", "Enqueued", undefined],
    ]);
    expect(errors).toEqual([]);
  });

  test("a child whose arguments cannot be checked is recorded as skipped and reported", async () => {
    const { children, errors, engine } = await aPlace([{ job: "report", on: "end" }]);
    const broken = new RangeError("Invalid string length");
    await engine.store.instances.insert([ended(), ended({ id: "other" })]);
    await new ChildJobs({
      ...engine,
      code: {
        argsSchema: () => {
          throw broken;
        },
      } as never,
    }).follow([ended(), ended({ id: "other" })]);
    expect((await children()).map(({ state }) => state)).toEqual(["Skipped", "Skipped"]);
    expect(errors).toEqual([broken, broken]);
  });

  test("a child that cannot be recorded is reported, and holds up no other end", async () => {
    const broken = new TypeError("Cannot be written");
    const { follow, children, errors } = await aPlace([{ job: "report", on: "end" }], {
      instances: (real) => ({
        insert: (runs) =>
          runs.some(({ id }) => id === "~p/report") ? Promise.reject(broken) : real.insert(runs),
      }),
    });
    await follow(ended(), ended({ id: "other" }), ended({ id: "third" }));
    expect((await children()).map(({ id }) => id).toSorted()).toEqual(["~other/report", "~third/report"]);
    expect(errors).toEqual([broken]);
  });

  test("ends whose children cannot be recorded, all of which fail, are followed again", async () => {
    const broken = new TypeError("Cannot be written");
    const { follow, errors } = await aPlace([{ job: "report", on: "end" }], {
      instances: (real) => ({
        insert: (runs) =>
          runs.some(({ trigger }) => trigger.type === "parent") ? Promise.reject(broken) : real.insert(runs),
      }),
    });
    await expect(follow(ended(), ended({ id: "other" }))).rejects.toBe(broken);
    expect(errors).toEqual([]);
  });

  test("children are written by the page, however much each of them holds", async () => {
    const sizes: number[] = [];
    const { follow, children } = await aPlace([{ job: "report", on: "end", args: "{args}" }], {
      instances: (real) => ({
        insert: (runs) => {
          sizes.push(runs.length);
          return real.insert(runs);
        },
      }),
    });
    const ends = Array.from({ length: 20 }, (_, index) =>
      ended({ id: `p${index}`, args: "x".repeat(1_000_000) }),
    );
    await follow(...ends);
    expect(await children()).toHaveLength(20);
    expect(sizes.slice(1)).toEqual([5, 5, 5, 5]);
  });

  test("a child that does not exist is reported, and holds up no other", async () => {
    const { follow, children, errors } = await aPlace([
      { job: "nobody", on: "end" },
      { job: "report", on: "end" },
    ]);
    await follow(ended());
    expect(await children()).toHaveLength(1);
    expect(errors).toMatchObject([{ code: "job_not_found", message: expect.stringContaining('"nobody"') }]);
  });

  test("jobs that two edits at once made each other's children do not start each other for ever", async () => {
    const { follow, children, define } = await aPlace([{ job: "back", on: "end" }]);
    await define(aDefinition({ key: "back", options: { children: [{ job: "close", on: "end" }] } }));
    await follow(ended());
    expect(await children()).toMatchObject([
      { state: "Skipped", reason: { code: "child_cycle", parameters: { path: ["back", "close", "back"] } } },
    ]);
  });

  test("an end whose children cannot be written is followed again", async () => {
    let isDown = true;
    const { follow, follower, children } = await aPlace([{ job: "report", on: "end" }], {
      instances: (real) => ({
        insert: (runs) =>
          isDown && runs.some(({ trigger }) => trigger.type === "parent")
            ? Promise.reject(storeGone())
            : real.insert(runs),
      }),
    });
    await expect(follow(ended())).rejects.toMatchObject({ code: "store_unavailable" });
    isDown = false;
    await follower.follow([ended()]);
    expect(await children()).toHaveLength(1);
  });

  test("is idle while no job has children", async () => {
    const { follower } = await aPlace([]);
    expect(await follower.isIdle()).toBe(true);
    const { follower: other } = await aPlace([{ job: "report", on: "end" }]);
    expect(await other.isIdle()).toBe(false);
  });
});

/** Runs of a job that checks something, a second apart, by what each found. */
const checks = (...found: readonly unknown[]): readonly JobInstance[] =>
  found.map((files, index) => {
    const completedAt = new Date(START.getTime() + index * 1000);
    return ended({ id: `c${index}`, completedAt, updatedAt: completedAt, result: { files } as never });
  });

describe("a child with a condition", () => {
  const FILES = "$.SELF.RESULT.files > 0";

  test("is started by each end for which it holds", async () => {
    const { follow, children } = await aPlace([{ job: "report", when: FILES }]);
    await follow(...checks(0, 2, 3));
    expect((await children()).map(({ id, trigger }) => `${id} ${trigger.type}`).toSorted()).toEqual([
      "~c1/report parent",
      "~c2/report parent",
    ]);
  });

  test("at an edge is started where the check before did not hold, and shows which run it was", async () => {
    const { follow, children } = await aPlace([
      { job: "report", when: FILES, edge: true, args: "{result.files}" },
    ]);
    for (const check of checks(0, 2, 3, 0, 5)) await follow(check);
    const started = (await children()).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    expect(started.map(({ args, trigger }) => [trigger, args])).toEqual([
      [{ type: "condition", of: "c1", depth: 1 }, 2],
      [{ type: "condition", of: "c4", depth: 1 }, 5],
    ]);
  });

  test("at an edge is started once where ends come again, to several control planes at once and late", async () => {
    const { follow, follower, children, engine } = await aPlace([{ job: "report", when: FILES, edge: true }]);
    const [first, second, third] = checks(1, 0, 1) as [JobInstance, JobInstance, JobInstance];
    const other = new ChildJobs(engine);
    await engine.store.instances.insert([second]);
    await follow(third, first);
    await Promise.all([follower.follow([first, third]), other.follow([first, third])]);
    expect(await children()).toHaveLength(1);
    await Promise.all([follower.follow([second]), other.follow([first, second, third])]);
    expect(new Set((await children()).map(({ trigger }) => trigger.of))).toEqual(new Set(["c0", "c2"]));
    expect(await children()).toHaveLength(2);
  });

  test("at an edge is started by the next that follows, where the first one died between its writes", async () => {
    let isDown = true;
    const { follow, engine, children } = await aPlace([{ job: "report", when: FILES, edge: true }], {
      instances: (real) => ({
        insert: (runs) =>
          isDown && runs.some(({ trigger }) => trigger.type === "condition")
            ? Promise.reject(storeGone())
            : real.insert(runs),
      }),
    });
    const [first, second] = checks(1, 0) as [JobInstance, JobInstance];
    await expect(follow(first)).rejects.toMatchObject({ code: "store_unavailable" });
    isDown = false;
    // By a later end already, whose condition does not hold any more.
    await engine.store.instances.insert([second]);
    await new ChildJobs(engine).follow([second]);
    expect((await children()).map(({ id }) => id)).toEqual(["~c0/report"]);
    await new ChildJobs(engine).follow([first, second]);
    expect(await children()).toHaveLength(1);
  });

  test("ends that its `on` does not name are no checks", async () => {
    const { follow, children } = await aPlace([{ job: "report", when: FILES, edge: true }]);
    const [first, second, third] = checks(1, 0, 1) as [JobInstance, JobInstance, JobInstance];
    await follow(first, { ...second, state: "Terminated", result: null }, third);
    expect((await children()).map(({ trigger }) => trigger.of)).toEqual(["c0"]);
  });

  test("that has no value is recorded as skipped with the place: each time, and at an edge once", async () => {
    const { follow, children } = await aPlace([
      { job: "report", when: FILES, edge: true },
      { job: "tick", when: "$.SELF.RESULT.none" },
    ]);
    await follow(...checks(0, "many", "more", 1));
    const seen = (await children()).map(({ id, state, reason }) => [id, state, reason?.code]);
    expect(seen.map((one) => one.join(" ")).toSorted()).toEqual([
      "~c0/tick Skipped child_condition_refused",
      "~c1/report Skipped child_condition_refused",
      "~c1/tick Skipped child_condition_refused",
      "~c2/tick Skipped child_condition_refused",
      "~c3/report Enqueued ",
      "~c3/tick Skipped child_condition_refused",
    ]);
  });

  test("is not checked by fires that were missed, which have not run", async () => {
    const { follow, children } = await aPlace([
      { job: "report", on: "end", when: "$.SELF.STATUS != 'x'", edge: true },
    ]);
    const [first, second] = checks(1, 1) as [JobInstance, JobInstance];
    const missed = { count: 3, from: START, to: START };
    await follow({
      ...first,
      state: "Skipped",
      result: null,
      missed: { ...missed, policy: "skip" } as never,
    });
    expect(await children()).toEqual([]);
    await follow(second);
    expect((await children()).map(({ trigger }) => trigger.of)).toEqual(["c1"]);
  });

  test("is one condition for each tenant", async () => {
    const { follow, follower, children, engine } = await aPlace([{ job: "report", when: FILES, edge: true }]);
    const [first, second] = checks(1, 1) as [JobInstance, JobInstance];
    await follow(first);
    const other = { ...engine, tenant: "globex" };
    const inOther = { ...second, tenant: "globex" };
    await engine.store.instances.insert([inOther]);
    await new ChildJobs(other).follow([inOther]);
    await follower.follow([first]);
    const kept = (await engine.state.list(""))
      .map(({ key }) => key)
      .filter((key) => key.includes("condition"));
    expect(kept.map((key) => key.split("/")[1])).toEqual(["default", "globex"]);
    expect((await children()).map(({ trigger }) => trigger.of)).toContain("c0");
  });

  test("reads what the run printed", async () => {
    const { follow, children, engine } = await aPlace([
      { job: "report", when: "$.SELF.OUTPUT # 'ready'", edge: true },
    ]);
    const [run] = checks(0) as [JobInstance];
    await engine.store.instances.insert([run]);
    const line = { tenant: "default", instanceId: run.id, attempt: 1, level: "info" } as const;
    await engine.store.logs.append([{ ...line, seq: 1, at: START, message: "it is ready" }]);
    await follow(run);
    expect(await children()).toHaveLength(1);
  });

  test("begins again with a job that was deleted and made again", async () => {
    const { follow, children, engine, define } = await aPlace([{ job: "report", when: FILES, edge: true }]);
    const [first, second] = checks(1, 1) as [JobInstance, JobInstance];
    await follow(first);
    const { jobs } = new ControlPlane(engine).scheduler;
    await jobs.remove("close", 1);
    await define(
      aDefinition({ key: "close", options: { children: [{ job: "report", when: FILES, edge: true }] } }),
    );
    await follow(second);
    expect(new Set((await children()).map(({ trigger }) => trigger.of))).toEqual(new Set(["c0", "c1"]));
  });

  test.each([
    ["is no expression", { when: "1 +" }, "/children/0/when", "bad_expression"],
    [
      "has a pattern that is none",
      { when: "{$.SELF.OUTPUT}:REGEX:'('" },
      "/children/0/when",
      "bad_expression",
    ],
    ["reads what it cannot", { when: "$.TASK.ID == 'a'" }, "/children/0/when", "unknown_root"],
    ["is an edge of nothing", { edge: true }, "/children/0/edge", "needs"],
  ] as const)("that %s is refused", async (_, given, pointer, code) => {
    const { engine } = await aPlace([]);
    const { jobs } = new ControlPlane(engine).scheduler;
    const change = jobs.update("close", { children: [{ job: "report", ...given }] }, 1);
    await expect(change).rejects.toMatchObject({ code: "invalid_argument", issues: [{ pointer, code }] });
  });
});

describe("a control plane", () => {
  test("starts children of runs that end after a job was given some, also where no event brought the end", async () => {
    const { engine, define, store, clock, children } = await aPlace([]);
    const plane = new ControlPlane(engine);
    await plane.start();
    const follow = plane.duties.find(({ name }) => name === "follow");
    const pass = (): Promise<unknown> =>
      (follow as NonNullable<typeof follow>).run(new AbortController().signal);
    await store.instances.insert([ended({ id: "before" })]);
    await pass();
    await plane.scheduler.jobs.update("close", { children: [{ job: "report" }] }, 1);
    await store.instances.insert([ended({ id: "after" })]);
    await pass();
    expect((await children()).map(({ trigger }) => trigger.of)).toEqual(["after"]);
    await engine.store.instances.insert([ended({ id: "announced" })]);
    await clock.settle();
    expect(new Set((await children()).map(({ trigger }) => trigger.of))).toEqual(
      new Set(["after", "announced"]),
    );
    await define();
    await plane.close();
  });

  test("refuses a child that leads back to its job, with the way", async () => {
    const { engine } = await aPlace([{ job: "report", on: "end" }]);
    const { jobs } = new ControlPlane(engine).scheduler;
    await expect(jobs.update("report", { children: [{ job: "close" }] }, 1)).rejects.toMatchObject({
      code: "invalid_argument",
      message:
        'Cannot change job "report": "/children" must not start a job again by its own end: report → close → report',
      issues: [{ pointer: "/children", parameters: { path: ["report", "close", "report"] } }],
    });
    await expect(jobs.update("tick", { children: [{ job: "tick" }] }, 1)).rejects.toThrow("tick → tick");
  });

  test("hides the jobs of other apps from a caller that is limited to one", async () => {
    const { engine, define } = await aPlace([]);
    await define(aDefinition({ key: "foreign", app: "other" }));
    const { jobs } = new ControlPlane(engine).scheduler.scoped("mail");
    for (const job of ["foreign", "nobody"])
      await expect(jobs.update("close", { children: [{ job }] }, 1)).rejects.toMatchObject({
        issues: [{ pointer: "/children/0/job", code: "no_such_job" }],
      });
    expect(
      (await jobs.update("close", { children: [{ job: "report" }] }, 1)).definition.options.children,
    ).toEqual([{ job: "report", on: "success" }]);
  });
});
