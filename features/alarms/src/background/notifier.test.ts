import type { JobDefinition } from "@mojob/core";
import { acknowledgeIncident, snoozeIncident, unacknowledgeIncident } from "@mojob/core/feature";
import { aDefinition, type DefinitionOverrides } from "@mojob/test-fixtures/records";
import { storeGone } from "@mojob/test-fixtures/world";
import { describe, expect, it } from "vitest";
import { type MadeRun, watchAlarms } from "../../fixtures/alarm-watch.ts";

const A_MINUTE_MS = 60_000;

function job(key: string, overrides: DefinitionOverrides = {}): JobDefinition {
  return aDefinition({ key, ...overrides });
}

/** Which route reported what, in turn. */
function routed(notices: ReadonlyMap<string, MadeRun>): readonly string[] {
  return [...notices.values()].map(({ args }) => `${args["route"] as string} ${args["event"] as string}`);
}

describe("notifying", () => {
  const textsOf = (notices: ReadonlyMap<string, MadeRun>): readonly unknown[] =>
    [...notices.values()].map(({ args }) => args["text"]);

  it("starts one run of the job of a route once an incident has lasted, and one when it is over", async () => {
    const { run, passFor, notices, incidents, routes } = await watchAlarms({}, job("bad"), job("tell"));
    await routes({ id: "all", job: "tell" });
    await run("bad", "Terminated", { errorSummary: "Disk full", attempt: 1 });
    await passFor(10_000);
    expect(notices.size).toBe(0);
    await passFor(30_000);
    const [notice] = notices.values();
    expect(notice?.job).toBe("tell");
    expect(notice?.args).toMatchObject({
      event: "opened",
      route: "all",
      condition: "run_failed",
      severity: "warning",
      app: "mail",
      count: 1,
      text: "Warning: bad: A run failed: Disk full\nhttps://jobs.example.com/incidents/run_failed%3Abad%3A1",
      incidents: [{ id: "run_failed:bad:1", jobKey: "bad", error: "Disk full" }],
    });
    expect(await incidents()).toMatchObject([
      { notified: [{ route: "all", event: "opened" }], notifying: null },
    ]);
    await run("bad", "Succeeded");
    await passFor(10_000);
    expect(notices.size).toBe(2);
    expect(textsOf(notices)[1]).toMatch(/^Resolved: bad: /);
    await passFor(A_MINUTE_MS);
    expect(notices.size).toBe(2);
    expect(await incidents()).toMatchObject([{ state: "resolved", isSettled: true }]);
  });

  it("is left out for what is over within seconds", async () => {
    const { run, passFor, notices, incidents, routes } = await watchAlarms({}, job("bad"), job("tell"));
    await routes({ id: "all", job: "tell" });
    await run("bad", "Terminated");
    await passFor(10_000);
    await run("bad", "Succeeded");
    await passFor(A_MINUTE_MS);
    expect(notices.size).toBe(0);
    expect(await incidents()).toMatchObject([{ state: "resolved", notified: [], isSettled: true }]);
  });

  it("is not left out for fires that were missed: the next one on time does not make up for them", async () => {
    const often = job("often", { kind: "recurring" });
    const { world, run, passFor, notices, incidents, routes } = await watchAlarms({}, often, job("tell"));
    await world.state.set("mojob/default/firing/cursor", new Date(8e12).toISOString());
    await routes({ id: "all", job: "tell" });
    const miss = async (): Promise<void> => {
      const at = world.clock.now();
      const missed = { count: 3, from: at, to: at };
      await run("often", "Skipped", { kind: "recurring", missed });
      await world.clock.advance(2000);
      const nominalTime = world.clock.now();
      await run("often", "Succeeded", { kind: "recurring", trigger: { type: "cron", nominalTime } });
      await passFor(A_MINUTE_MS);
    };
    await miss();
    expect(routed(notices)).toEqual(["all resolved"]);
    expect(await incidents()).toMatchObject([{ condition: "missed", state: "resolved", isSettled: true }]);
    // The same incident once more, within minutes.
    await miss();
    expect(routed(notices)).toEqual(["all resolved", "all resolved"]);
    expect(await incidents()).toMatchObject([{ isSettled: true, reopenedAt: [expect.any(Date)] }]);
  });

  it("puts what began together into one notice, which names ten of them", async () => {
    const many = Array.from({ length: 63 }, (_, index) => job(`bad-${index}`));
    const { run, passFor, notices, routes } = await watchAlarms({}, ...many, job("tell"));
    await routes({ id: "all", job: "tell", language: "zh" });
    for (const { key } of many) await run(key, "Terminated");
    await passFor(30_000);
    expect(notices.size).toBe(1);
    const [notice] = notices.values();
    expect(notice?.args["count"]).toBe(63);
    expect(notice?.args["incidents"]).toHaveLength(63);
    expect(notice?.args["text"]).toMatch(/^【警告】bad-\d+：运行失败/);
    expect(notice?.args["text"]).toContain("另有 53 个");
  });

  it("notifies each route of what it names, and no job of its own failures", async () => {
    const tagged = job("tagged", { options: { tags: ["night"] } });
    const { run, passFor, notices, routes } = await watchAlarms(
      {},
      tagged,
      job("other"),
      job("tell"),
      job("page"),
    );
    await routes(
      { id: "night", job: "page", tags: ["night"], events: ["opened"] },
      { id: "critical", job: "page", severities: ["critical"] },
      { id: "off", job: "page", enabled: false },
      { id: "mail", job: "tell", apps: ["mail"], conditions: ["run_failed"] },
      { id: "elsewhere", job: "tell", apps: ["ledger"] },
    );
    for (const key of ["tagged", "other", "tell"]) await run(key, "Terminated");
    await passFor(30_000);
    const notified = [...notices.values()].map(({ job: by, args }) => [by, args["route"], args["count"]]);
    expect(notified).toEqual([
      ["page", "night", 1],
      ["tell", "mail", 2],
    ]);
    await run("tagged", "Succeeded");
    await passFor(10_000);
    expect([...notices.values()].slice(2).map(({ args }) => [args["route"], args["event"]])).toEqual([
      ["mail", "resolved"],
    ]);
  });

  it("starts a job for one error of some jobs", async () => {
    const all = ["shop.a", "shop.b", "mail.a"].map((key) => job(key));
    const { run, passFor, notices, routes } = await watchAlarms({}, ...all, job("clean-up"));
    await routes(
      { id: "disk", job: "clean-up", jobs: ["shop.*"], errors: ["DISK FULL", "quota"] },
      { id: "own", job: "clean-up", jobs: ["shop.a"], args: { folder: "/tmp" } },
    );
    await run("shop.a", "Terminated", { errorSummary: "Cannot write: disk full" });
    await run("shop.b", "Terminated", { errorSummary: "No such table" });
    await run("mail.a", "Terminated", { errorSummary: "Quota exceeded" });
    await passFor(40_000);
    const [notice, ...others] = [...notices.values()];
    expect(others).toEqual([{ job: "clean-up", args: { folder: "/tmp" } }]);
    expect(notice?.args).toMatchObject({ count: 1, incidents: [{ jobKey: "shop.a" }] });
  });

  it("waits while an incident is snoozed or explained by another, and makes up for it", async () => {
    const { world, run, passFor, notices, incidents, routes } = await watchAlarms(
      {},
      job("bad"),
      job("tell"),
    );
    await routes({ id: "all", job: "tell" });
    await run("bad", "Terminated");
    await passFor(10_000);
    const [found] = await incidents();
    if (found === undefined) throw new Error("There is no incident");
    const until = new Date(world.clock.now().getTime() + 10 * A_MINUTE_MS);
    await world.store.incidents.write([
      snoozeIncident(found, until, { by: "user:li", at: world.clock.now() }),
    ]);
    await passFor(9 * A_MINUTE_MS);
    expect(notices.size).toBe(0);
    await passFor(2 * A_MINUTE_MS);
    expect(notices.size).toBe(1);
    for (const errorSummary of ["Disk full", "No such table", "Login refused"])
      await run("bad", "Terminated", { errorSummary });
    await passFor(20 * A_MINUTE_MS);
    expect([...notices.values()].map(({ args }) => [args["condition"], args["event"]])).toEqual([
      ["run_failed", "opened"],
      ["failures_in_row", "opened"],
    ]);
  });

  it("reports changes at most every five minutes, and what is critical again after hours", async () => {
    const { run, passFor, notices, routes } = await watchAlarms({}, job("bad"), job("tell"));
    await routes({ id: "all", job: "tell", conditions: ["failures_in_row"] });
    for (let runs = 0; runs < 3; runs += 1) await run("bad", "Terminated", { errorSummary: "Disk full" });
    await passFor(30_000);
    for (const error of ["No such table", "Login refused", "Out of memory"]) {
      await run("bad", "Terminated", { errorSummary: error });
      await passFor(30_000);
    }
    expect([...notices.values()].map(({ args }) => args["event"])).toEqual(["opened"]);
    await passFor(6 * A_MINUTE_MS);
    expect([...notices.values()].map(({ args }) => args["event"])).toEqual(["opened", "changed"]);
    await passFor(4 * 60 * A_MINUTE_MS);
    expect([...notices.values()].map(({ args }) => args["event"])).toEqual(["opened", "changed", "repeated"]);
  });

  it("writes nothing where no route is, and reports what lasts once there is one", async () => {
    const { run, passFor, notices, incidents, routes } = await watchAlarms({}, job("bad"), job("tell"));
    await run("bad", "Terminated");
    await passFor(A_MINUTE_MS);
    expect(await incidents()).toMatchObject([{ revision: 1, notified: [] }]);
    await routes({ id: "all", job: "tell" });
    await passFor(10_000);
    expect(notices.size).toBe(1);
    await routes();
    await run("bad", "Succeeded");
    await passFor(20_000);
    expect(await incidents()).toMatchObject([{ isSettled: true }]);
    expect(notices.size).toBe(1);
  });

  it("goes on under the same id where a process dies or the store is gone in between", async () => {
    const tried: string[] = [];
    let gone = 2;
    const { world, run, passFor, notices, incidents, routes } = await watchAlarms(
      {
        start: async (_, id) => {
          tried.push(id);
          if ((gone -= 1) >= 0) throw storeGone();
        },
      },
      job("bad"),
      job("tell"),
    );
    await routes({ id: "all", job: "tell" });
    await run("bad", "Terminated");
    await passFor(10_000);
    await expect(passFor(20_000)).rejects.toMatchObject({ code: "store_unavailable" });
    const [claimed] = await incidents();
    expect(claimed?.notifying?.notices).toMatchObject([{ event: "opened" }]);
    // Another failure meanwhile is not a part of that notice.
    await run("bad", "Terminated");
    await expect(passFor(10_000)).rejects.toMatchObject({ code: "store_unavailable" });
    await passFor(10_000);
    expect(new Set(tried).size).toBe(1);
    expect(tried).toHaveLength(3);
    expect(notices.size).toBe(1);
    expect(await incidents()).toMatchObject([{ notifying: null, notified: [{ event: "opened" }], count: 2 }]);
    expect(world.errors).toEqual([]);
  });

  it("reports a job that cannot tell, and makes the other notices", async () => {
    const { world, run, passFor, notices, routes } = await watchAlarms(
      {
        start: async (jobKey) => {
          if (jobKey === "gone") throw new Error("There is no such job");
        },
      },
      job("bad"),
      job("tell"),
    );
    await routes({ id: "first", job: "gone" }, { id: "second", job: "tell" });
    await run("bad", "Terminated");
    await passFor(40_000);
    expect([...notices.values()].map(({ job: by }) => by)).toEqual(["tell"]);
    expect(world.errors.map(String)).toEqual(["Error: There is no such job"]);
  });

  it("reports an end where the beginning was reported, whatever became of the route, and nowhere else", async () => {
    const { run, passFor, notices, routes } = await watchAlarms({}, job("bad"), job("tell"));
    const errors = ["disk full"];
    await routes({ id: "disk", job: "tell", errors }, { id: "other", job: "tell", errors: ["quota"] });
    await run("bad", "Terminated", { errorSummary: "Disk full" });
    await passFor(40_000);
    await routes({ id: "disk", job: "tell", apps: ["elsewhere"] }, { id: "late", job: "tell" });
    await run("bad", "Succeeded");
    await passFor(20_000);
    expect(routed(notices)).toEqual(["disk opened", "disk resolved"]);
  });

  it("waits for the hours of a route, and reports an end at any time", async () => {
    const { world, run, passFor, notices, routes } = await watchAlarms({}, job("bad"), job("tell"));
    const { clock } = world;
    const at = (minutes: number): string => {
      const local = new Date(clock.now().getTime() + minutes * A_MINUTE_MS + 8 * 3_600_000);
      return local.toISOString().slice(11, 16);
    };
    const hours = { timeZone: "Asia/Shanghai", days: [1, 2, 3, 4, 5, 6, 7], from: at(10), to: at(20) };
    await routes({ id: "day", job: "tell", hours });
    await run("bad", "Terminated");
    await passFor(9 * A_MINUTE_MS);
    expect(routed(notices)).toEqual([]);
    await passFor(3 * A_MINUTE_MS);
    expect(routed(notices)).toEqual(["day opened"]);
    await passFor(20 * A_MINUTE_MS);
    await run("bad", "Succeeded");
    await passFor(20_000);
    expect(routed(notices)).toEqual(["day opened", "day resolved"]);
  });

  it("goes on to the next step with what nobody has acknowledged", async () => {
    const all = ["seen", "unseen", "tell", "page"].map((key) => job(key));
    const { world, run, passFor, notices, incidents, routes } = await watchAlarms({}, ...all);
    await routes(
      { id: "first", job: "tell" },
      { id: "second", job: "page", unacknowledgedMs: 15 * A_MINUTE_MS },
    );
    for (const key of ["seen", "unseen"]) await run(key, "Terminated");
    await passFor(A_MINUTE_MS);
    const seen = (await incidents()).find(({ jobKey }) => jobKey === "seen");
    if (seen === undefined) throw new Error("There is no incident");
    const deed = { by: "user:li", at: world.clock.now() };
    await world.store.incidents.write([acknowledgeIncident(seen, deed)]);
    await passFor(15 * A_MINUTE_MS);
    const paged = [...notices.values()].filter(({ job: by }) => by === "page");
    expect(paged.map(({ args }) => args["incidents"])).toMatchObject([[{ jobKey: "unseen" }]]);
  });

  it("is silent of an acknowledgement that was taken back before anybody heard of it, and goes on as if there had been none", async () => {
    const all = ["seen", "tell", "page"].map((key) => job(key));
    const { world, run, passFor, notices, incidents, routes } = await watchAlarms({}, ...all);
    await routes(
      { id: "first", job: "tell" },
      { id: "second", job: "page", unacknowledgedMs: 15 * A_MINUTE_MS },
    );
    await run("seen", "Terminated");
    await passFor(A_MINUTE_MS);
    const [seen] = await incidents();
    if (seen === undefined) throw new Error("There is no incident");
    const deed = { by: "user:li", at: world.clock.now() };
    const acknowledged = acknowledgeIncident(seen, deed);
    const undone = unacknowledgeIncident(acknowledged, deed);
    expect(undone).toMatchObject({ state: "open", assignee: null, happened: seen.happened });
    await world.store.incidents.write([acknowledged]);
    await world.store.incidents.write([undone]);
    await passFor(15 * A_MINUTE_MS);
    expect([...notices.values()].map(({ job: by }) => by)).toEqual(["tell", "page"]);
  });

  it("reports that an acknowledgement was taken back where it was reported itself", async () => {
    const { world, run, passFor, notices, incidents, routes } = await watchAlarms(
      {},
      job("seen"),
      job("tell"),
    );
    await routes({ id: "first", job: "tell" });
    await run("seen", "Terminated");
    await passFor(A_MINUTE_MS);
    for (const change of [acknowledgeIncident, unacknowledgeIncident]) {
      const [seen] = await incidents();
      if (seen === undefined) throw new Error("There is no incident");
      await world.store.incidents.write([change(seen, { by: "user:li", at: world.clock.now() })]);
      await passFor(10 * A_MINUTE_MS);
    }
    expect([...notices.values()].map(({ args }) => args["event"])).toEqual(["opened", "changed", "changed"]);
  });
});

describe("a route that does something itself", () => {
  it("runs a failed run again, pauses its job or acknowledges it, once", async () => {
    const all = ["a", "c"].map((key) => job(key));
    const b = job("b", { kind: "recurring" });
    const { run, passFor, acts, incidents, routes, notices, world } = await watchAlarms(
      {},
      ...all,
      b,
      job("tell"),
    );
    await routes(
      { id: "again", action: "rerun", actionMs: 60_000, jobs: ["a"], errors: ["busy"] },
      { id: "stop", action: "pause", jobs: ["a", "b"] },
      { id: "known", action: "acknowledge", jobs: ["c"] },
      { id: "told", job: "tell", jobs: ["c"] },
    );
    const [first] = [await run("a", "Terminated", { errorSummary: "Server busy" })];
    for (const key of ["b", "c"]) await run(key, "Terminated");
    await passFor(2 * A_MINUTE_MS);
    expect(acts.toSorted()).toEqual(["pause b until -", `rerun ${first} after 60000`]);
    const byJob = new Map((await incidents()).map((one) => [one.jobKey, one]));
    expect(byJob.get("c")).toMatchObject({ state: "acknowledged", assignee: null });
    for (const one of byJob.values()) expect(one.timeline.map(({ kind }) => kind)).toContain("handled");
    expect(byJob.get("a")?.timeline.at(-1)?.parameters).toEqual({ action: "rerun", route: "again" });
    await run("a", "Terminated", { errorSummary: "Server busy" });
    await passFor(10 * A_MINUTE_MS);
    expect(acts).toHaveLength(2);
    // The next incident is another matter.
    await run("a", "Succeeded");
    await passFor(20 * A_MINUTE_MS);
    await run("a", "Terminated", { errorSummary: "Server busy" });
    await passFor(A_MINUTE_MS);
    expect(acts).toHaveLength(3);
    expect(notices.size).toBe(0);
    expect(world.errors).toEqual([]);
  });

  it("does nothing about what it is not for", async () => {
    const { run, passFor, acts, routes, world } = await watchAlarms({}, job("slow"));
    await routes(
      { id: "again", action: "rerun" },
      { id: "stop", action: "pause", conditions: ["no_worker"] },
    );
    await run("slow", "Enqueued");
    await world.clock.advance(5 * A_MINUTE_MS);
    await passFor(5 * A_MINUTE_MS);
    expect(acts).toEqual([]);
  });
});
