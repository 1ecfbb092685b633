import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Answer, GatewaySetup, PUBLIC_URL, TOKENS } from "../fixtures/gateway-setup.ts";

let place: GatewaySetup;

beforeEach(async () => {
  place = await GatewaySetup.open();
});

afterEach(() => place.close());

async function settle(executor: string, result: object): Promise<Answer> {
  return place.call("settle", { executor, results: [result] });
}

describe("the executor protocol", () => {
  it("runs a job that an executor declares, with its log, progress and result", async () => {
    const { status, body } = await place.call("register", {
      app: "shop",
      jobs: [
        {
          key: "shop.report",
          kind: "triggered",
          options: { retryCount: 1 },
          argsSchema: { type: "object", required: ["month"] },
        },
      ],
      name: "reports",
      version: "2.4.0",
      labels: { region: "eu" },
      runtime: { name: "python", version: "3.13.5" },
      host: "box-7",
      pid: 4711,
      limit: 8,
    });
    expect([status, body.registrations]).toEqual([
      201,
      [{ key: "shop.report", outcome: "registered", fields: [] }],
    ]);
    const { executor } = body;
    const workers = await place.embedded.scheduler.workers();
    expect(workers.find(({ id }) => id === executor)).toMatchObject({
      app: "shop",
      name: "reports",
      version: "2.4.0",
      labels: { region: "eu" },
      runtime: "python",
      host: "box-7",
      pid: 4711,
      limit: 8,
      jobKeys: ["shop.report"],
    });
    await expect(place.trigger("shop.report", {})).rejects.toMatchObject({ code: "invalid_args" });
    const polling = place.next(executor, 8);
    const run = await place.trigger("shop.report", { month: 7 });
    const { batch, runs } = await polling;
    expect({ batch, runs }).toMatchObject({
      batch: 1,
      runs: [
        {
          id: run.id,
          jobKey: "shop.report",
          handler: "shop.report",
          attempt: 1,
          args: { month: 7 },
          timeoutMs: 3_600_000,
          priority: 3,
          shard: { index: 0, total: 1 },
          callbackUrl: null,
          trigger: { type: "code", of: null, nominalTime: null, schedule: null },
        },
      ],
    });
    const { lease } = runs[0];
    const written = await place.call("log", {
      executor,
      lines: [
        { lease, level: "info", message: "Half of it" },
        { lease, level: "error", message: "Füße 走" },
      ],
    });
    expect(written).toEqual({ status: 200, body: { lost: [] } });
    await place.call("progress", { executor, progress: [{ lease, fraction: 0.5, message: "half" }] });
    expect(await settle(executor, { lease, status: "succeeded", result: { pages: 3 } })).toEqual({
      status: 200,
      body: { results: [{ lease, outcome: "succeeded" }] },
    });
    expect(await run.result()).toEqual({ pages: 3 });
    expect(await place.run(run.id)).toMatchObject({
      state: "Succeeded",
      worker: executor,
      progress: { fraction: 0.5, message: "half" },
    });
    const lines = await place.embedded.scheduler.instances.logs(run.id, 0, 10);
    expect(lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
      "info Half of it",
      "error Füße 走",
    ]);
  });

  it("says to a job that is called back where what it starts reports its end", async () => {
    const registered = await place.call("register", { app: "shop", handlers: ["ask"], limit: 8 });
    const { executor } = registered.body;
    const job = {
      work: { kind: "code", handler: "ask" },
      verify: { callback: true, timeoutMs: 60_000 },
    };
    await place.embedded.scheduler.jobs.create({
      key: "task",
      app: "shop",
      kind: "triggered",
      work: { kind: "task", body: { engine: 1, nodes: [{ id: "ask", type: "job", job }] } },
    });
    const run = await place.trigger("task");
    const { runs } = await place.next(executor, 8);
    expect(runs[0].callbackUrl).toMatch(new RegExp(`^${PUBLIC_URL}/api/v1/callbacks/.`));
    const { body } = await settle(executor, { lease: runs[0].lease, status: "succeeded", result: null });
    expect(body.results).toMatchObject([{ outcome: "snoozed" }]);
    const report = { state: "succeeded", result: { who: "ada" } };
    // What has ended elsewhere is recorded by an executor that takes runs.
    void place.next(executor, 8, 1);
    expect(await place.report(runs[0].callbackUrl, report)).toBe(200);
    await expect.poll(async () => (await place.run(run.id)).state).toBe("Succeeded");
    expect(await place.run(runs[0].id)).toMatchObject({ state: "Succeeded", result: { who: "ada" } });
  });

  it("runs each app's own job where two apps declare one key", async () => {
    const jobs = [{ key: "report", kind: "triggered", options: {} }];
    const shop = await place.call("register", { app: "shop", jobs, limit: 1 });
    const mail = await place.call("register", { app: "mail", jobs, limit: 1 }, TOKENS.mail);
    expect([shop, mail].map(({ status, body }) => [status, body.registrations])).toEqual([
      [201, [{ key: "report", outcome: "registered", fields: [] }]],
      [201, [{ key: "report", outcome: "registered", fields: [], storedAs: "mail/report" }]],
    ]);
    const polling = place.call("poll", { executor: mail.body.executor, max: 1, waitMs: 10_000 }, TOKENS.mail);
    const run = await place.trigger("mail/report");
    expect((await polling).body.runs).toMatchObject([
      { id: run.id, jobKey: "mail/report", handler: "report" },
    ]);
    const own = await place.trigger("report");
    expect((await place.next(shop.body.executor)).runs).toMatchObject([
      { id: own.id, jobKey: "report", handler: "report" },
    ]);
  });

  it("takes only as many runs as were asked for, and leaves the rest to others", async () => {
    await place.define("shop.resize", { maxConcurrency: null });
    const [first, second] = [await place.register(["shop.resize"]), await place.register(["shop.resize"])];
    const polls = [place.next(first, 2), place.next(second, 3)];
    for (let index = 0; index < 6; index += 1) await place.trigger("shop.resize", index);
    const answers = await Promise.all(polls);
    const begun = answers.map(({ runs }) => runs.length);
    expect(begun.every((count: number) => count >= 1)).toBe(true);
    await place.clock.settle();
    const { items } = await place.embedded.scheduler.instances.list({ states: ["Enqueued"] }, { limit: 10 });
    // What was admitted while a response was made is sent with the next poll.
    expect(items.length).toBeGreaterThanOrEqual(1);
    const rest = (await place.next(first, 10, answers[0].batch)).runs.length;
    expect(rest).toBeGreaterThan(0);
  });

  it("retries a failure, unless it is not of use, and keeps its message and code", async () => {
    await place.define("shop.mail", { retryCount: 1, retryIntervalMs: 0, retryOn: ["SMTPError"] });
    const executor = await place.register(["shop.mail"]);
    const run = await place.trigger("shop.mail");
    const first = await place.next(executor);
    const failed = { status: "failed", code: "SMTPError", message: "Mailbox full", stack: "at send" };
    expect((await settle(executor, { lease: first.runs[0].lease, ...failed })).status).toBe(200);
    const second = await place.next(executor, 1, first.batch);
    expect(second.runs[0]).toMatchObject({ id: run.id, attempt: 2 });
    expect(second.runs[0].lease).not.toBe(first.runs[0].lease);
    await settle(executor, { lease: second.runs[0].lease, ...failed });
    expect(await place.run(run.id)).toMatchObject({
      state: "Terminated",
      error: { message: "Mailbox full", stack: "at send" },
      reason: { code: "retries_used_up" },
    });
    const other = await place.trigger("shop.mail");
    const third = await place.next(executor, 1, second.batch);
    await settle(executor, {
      lease: third.runs[0].lease,
      ...failed,
      number: -19_000_000_001,
      retryable: false,
    });
    expect(await place.run(other.id)).toMatchObject({
      attempt: 1,
      error: { code: "job_error", number: -19_000_000_001 },
      reason: { code: "not_retryable" },
    });
    const foreign = { lease: third.runs[0].lease, ...failed, number: -10_400_002_000 };
    expect((await settle(executor, foreign)).status).toBe(400);
  });

  it("snoozes a run", async () => {
    await place.define("shop.import");
    const executor = await place.register(["shop.import"]);
    const run = await place.trigger("shop.import");
    const { runs } = await place.next(executor);
    expect(
      (await settle(executor, { lease: runs[0].lease, status: "snoozed", delayMs: 60_000 })).body,
    ).toMatchObject({ results: [{ outcome: "snoozed" }] });
    expect(await place.run(run.id)).toMatchObject({ state: "Scheduled" });
  });

  it("settles once: a repeated call is responded to the same, one without the lease is refused and changes nothing", async () => {
    await place.define("shop.resize");
    const [executor, other] = [await place.register(["shop.resize"]), await place.register(["shop.none"])];
    const run = await place.trigger("shop.resize");
    const { lease } = (await place.next(executor)).runs[0];
    const result = { lease, status: "succeeded", result: "first" };
    expect(await settle(other, result)).toMatchObject({ status: 409, body: { code: "lease_lost" } });
    expect(await settle(executor, { ...result, lease: "made-up" })).toMatchObject({ status: 409 });
    expect(await place.run(run.id)).toMatchObject({ state: "Processing" });
    const both = await Promise.all([settle(executor, result), settle(executor, result)]);
    expect(both[1]).toEqual(both[0]);
    expect(await settle(executor, { lease, status: "failed", message: "too late" })).toEqual(both[0]);
    expect(await run.result()).toBe("first");
    const mixed = await place.call("settle", {
      executor,
      results: [result, { ...result, lease: "made-up" }],
    });
    expect(mixed.body.results).toEqual([
      { lease, outcome: "succeeded" },
      { lease: "made-up", outcome: "refused" },
    ]);
  });

  it("sends a batch again whose response was lost, under the same lease", async () => {
    await place.define("shop.resize");
    const executor = await place.register(["shop.resize"]);
    await place.trigger("shop.resize");
    const lost = await place.next(executor);
    const again = await place.next(executor);
    expect(again.runs).toEqual(lost.runs);
    const { lease } = again.runs[0];
    await settle(executor, { lease, status: "succeeded" });
    const polling = await place.open("poll", { executor, max: 1, waitMs: 5000 });
    await place.clock.advance(5000);
    expect((await polling.answer).body.runs).toEqual([]);
  });

  it("ends the poll before when another one comes", async () => {
    await place.define("shop.resize");
    const executor = await place.register(["shop.resize"]);
    const first = await place.open("poll", { executor, max: 1 });
    const second = place.next(executor);
    expect((await first.answer).body).toEqual({ batch: 0, draining: false, runs: [] });
    await place.trigger("shop.resize");
    expect((await second).runs).toHaveLength(1);
  });
});

describe("jobs that executors declare", () => {
  const aJob = (key: string, retryCount = 0): object => ({
    key,
    kind: "recurring",
    options: { cron: "0 0 3 * * *", retryCount },
  });

  it("begin stopped and follow the code where the gateway says so", async () => {
    const strict = await GatewaySetup.open({
      tokens: { shop: [TOKENS.shop] },
      newJobs: "stopped",
      optionRule: "follow-code",
    });
    onTestFinished(() => strict.close());
    const { jobs } = strict.embedded.scheduler;
    await strict.call("register", { app: "shop", jobs: [aJob("shop.close")] });
    expect((await jobs.get("shop.close")).definition.pause).toMatchObject({ isNew: true });
    const { body } = await strict.call("register", { app: "shop", jobs: [aJob("shop.close", 2)] });
    expect(body.registrations).toMatchObject([{ key: "shop.close", outcome: "updated" }]);
    expect((await jobs.get("shop.close")).definition.options.retryCount).toBe(2);
  });

  it("stop firing once a complete registration lacks them", async () => {
    const { jobs } = place.embedded.scheduler;
    const register = async (more: object): Promise<void> => {
      const { status, body } = await place.call("register", { app: "shop", ...more });
      expect(status).toBe(201);
      await place.call("leave", { executor: body.executor });
      await place.clock.advance(45_000);
    };
    await register({ jobs: [aJob("shop.close"), aJob("shop.open")], isComplete: true });
    await register({ jobs: [aJob("shop.count")] });
    expect((await jobs.get("shop.close")).definition.inCode).toBe(true);
    await register({ jobs: [aJob("shop.open")], isComplete: true });
    const inCode = async (key: string): Promise<boolean> => (await jobs.get(key)).definition.inCode;
    expect(await Promise.all(["shop.close", "shop.open", "shop.count"].map(inCode))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe("children of jobs that executors declare", () => {
  const parent = (child: string): object => ({
    key: "shop.close",
    kind: "triggered",
    options: { children: [{ job: child, args: { to: "me" } }] },
  });
  const child = { key: "shop.report", kind: "triggered" };

  it("are jobs of the app, also of the same call", async () => {
    expect((await place.call("register", { app: "shop", jobs: [parent("shop.report"), child] })).status).toBe(
      201,
    );
    // One that is stored is known to the next call.
    expect((await place.call("register", { app: "shop", jobs: [parent("shop.report")] })).status).toBe(201);
  });

  it.each(["mail.send", "nobody.knows"])(
    "are never others, such as %s: nothing is registered",
    async (key) => {
      await place.define("mail.send", {}, "mail");
      const executors = (await place.embedded.scheduler.workers()).length;
      const { status, body } = await place.call("register", { app: "shop", jobs: [child, parent(key)] });
      expect([status, body.code, body.detail]).toEqual([
        400,
        "invalid_argument",
        expect.stringContaining('"/children/0/job"'),
      ]);
      expect(await place.embedded.scheduler.registry.check(["shop.close", "shop.report"])).toHaveLength(2);
      expect(await place.embedded.scheduler.workers()).toHaveLength(executors);
    },
  );
});

describe("runs that are to end", () => {
  it.each([
    ["cancelled", { maxConcurrency: 1 }],
    ["timeout", { timeoutMs: 5000 }],
  ])("are reported by the open heartbeat: %s", async (reason, options) => {
    await place.define("shop.long", options);
    const executor = await place.register(["shop.long"]);
    const run = await place.trigger("shop.long");
    const { lease } = (await place.next(executor)).runs[0];
    const idle = await place.open("heartbeat", { executor, waitMs: 3000, leases: [lease] });
    await place.clock.advance(3500);
    expect((await idle.answer).body).toEqual({ draining: false, abort: [], lost: [] });
    const open = await place.open("heartbeat", { executor, waitMs: 3000, leases: [lease] });
    if (reason === "cancelled") await place.embedded.scheduler.instances.cancel(run.id, {});
    else await place.clock.advance(2000);
    expect((await open.answer).body).toMatchObject({ abort: [{ lease, reason }] });
    // Each heartbeat says so until the run is settled.
    const next = await place.open("heartbeat", { executor, waitMs: 1000 });
    await place.clock.advance(1000);
    expect((await next.answer).body.abort).toHaveLength(1);
    const settled = await settle(executor, { lease, status: "failed", message: "stopped" });
    expect(settled.body).toMatchObject({
      results: [{ outcome: reason === "cancelled" ? "cancelled" : "failed" }],
    });
    expect((await place.run(run.id)).state).toBe(reason === "cancelled" ? "Cancelled" : "Terminated");
    const after = await place.call("heartbeat", { executor, leases: [lease, "made-up"] });
    expect(after.body).toEqual({ draining: false, abort: [], lost: ["made-up"] });
  });

  it.each(["settles", "does not name"])(
    "fail where the executor goes on past the grace, and hold their slots until it %s them",
    async (how) => {
      await place.define("shop.long", { timeoutMs: 1000, whenFull: "queue" });
      const executor = await place.register(["shop.long"]);
      const run = await place.trigger("shop.long");
      const { lease } = (await place.next(executor)).runs[0];
      const heartbeat = async (leases: readonly string[]): Promise<object> => {
        const open = await place.open("heartbeat", { executor, waitMs: 1000, leases });
        await place.clock.advance(1000);
        return (await open.answer).body;
      };
      for (let second = 0; second < 8; second += 1) await heartbeat([lease]);
      expect(await place.run(run.id)).toMatchObject({
        state: "Terminated",
        error: { code: "timeout", parameters: { ignoredSignal: true } },
        abandoned: { attempt: 1, worker: executor },
      });
      const next = await place.trigger("shop.long");
      expect(await heartbeat([lease])).toMatchObject({ abort: [{ lease }], lost: [] });
      expect((await place.run(next.id)).reason?.code).toBe("waits_for_slot");
      if (how === "settles")
        expect((await settle(executor, { lease, status: "succeeded" })).body).toMatchObject({
          results: [{ outcome: "failed" }],
        });
      else await heartbeat([]);
      expect((await place.next(executor)).runs).toMatchObject([{ id: next.id }]);
      expect(await place.run(run.id)).toMatchObject({ state: "Terminated", abandoned: null });
    },
  );

  it("are lost with an executor that is silent, and retried by another", async () => {
    await place.define("shop.long", { retryCount: 1, retryIntervalMs: 0 });
    const silent = await place.register(["shop.long"]);
    const run = await place.trigger("shop.long");
    const { lease } = (await place.next(silent)).runs[0];
    const other = await place.register(["shop.long"]);
    await place.clock.advance(9000);
    await place.call("heartbeat", { executor: other });
    const polling = await place.open("poll", { executor: other, max: 1, waitMs: 30_000 });
    await place.clock.advance(1500);
    const { runs } = (await polling.answer).body;
    expect(runs[0]).toMatchObject({ id: run.id, attempt: 2 });
    const { history } = await place.run(run.id);
    expect(JSON.stringify(history)).toContain("worker_lost");
    expect(await settle(silent, { lease, status: "succeeded" })).toMatchObject({
      status: 404,
      body: { code: "executor_not_found" },
    });
    await settle(other, { lease: runs[0].lease, status: "succeeded", result: "by the other" });
    expect(await run.result()).toBe("by the other");
  });

  it("stay with an executor whose calls were late, because this process did not turn", async () => {
    await place.define("shop.long");
    const executor = await place.register(["shop.long"]);
    await place.trigger("shop.long");
    const { lease } = (await place.next(executor)).runs[0];
    await place.clock.advance(6000);
    await place.call("heartbeat", { executor });
    await place.clock.advance(9000);
    place.block(20_000);
    await place.clock.advance(1500);
    expect((await place.call("heartbeat", { executor, leases: [lease] })).body).toMatchObject({ lost: [] });
    await place.clock.advance(14_000);
    expect((await place.call("heartbeat", { executor })).status).toBe(404);
  });

  it("show what the process of their executor uses, where it reports that", async () => {
    const executor = await place.register(["shop.long"]);
    const load = async (): Promise<unknown> =>
      (await place.embedded.scheduler.workers()).find(({ id }) => id === executor)?.load;
    expect(await load()).toMatchObject({ processor: null, memoryBytes: null });
    for (let processorMs = 1000; processorMs <= 10_000; processorMs += 1500) {
      const usage = { processorMs, memoryBytes: 42_000_000 };
      expect((await place.call("heartbeat", { executor, usage })).status).toBe(200);
      await place.clock.advance(3000);
    }
    expect(await load()).toMatchObject({
      processor: 0.5,
      memoryBytes: 42_000_000,
    });
    const usage = { processorMs: -1, memoryBytes: 1 };
    expect((await place.call("heartbeat", { executor, usage })).status).toBe(400);
  });

  it("are given up by an executor that leaves, and kept by one that drains", async () => {
    await place.define("shop.long", { maxConcurrency: null });
    const executor = await place.register(["shop.long"]);
    const runs = [await place.trigger("shop.long"), await place.trigger("shop.long")];
    const batch = await place.next(executor, 2);
    const rest = batch.runs.length === 2 ? [] : (await place.next(executor, 1, batch.batch)).runs;
    const leases = [...batch.runs, ...rest].map(({ lease }) => lease);
    expect((await place.call("drain", { executor })).body).toEqual({ running: 2 });
    const waiting = await place.trigger("shop.long");
    await settle(executor, { lease: leases[0], status: "succeeded" });
    expect((await place.call("leave", { executor })).body).toEqual({ running: 1 });
    const states = await Promise.all(runs.map(async ({ id }) => (await place.run(id)).state));
    expect([...states].sort()).toEqual(["Succeeded", "Terminated"]);
    expect((await place.run(waiting.id)).state).toBe("Enqueued");
    expect((await place.call("poll", { executor, max: 1 })).status).toBe(404);
  });

  it("are kept by one that somebody drains, and both of its open calls say so at once", async () => {
    await place.define("shop.long", { maxConcurrency: null });
    const executor = await place.register(["shop.long"]);
    await place.trigger("shop.long");
    const { batch, runs } = await place.next(executor);
    const polling = await place.open("poll", { executor, max: 1, ack: batch, waitMs: 30_000 });
    const beating = await place.open("heartbeat", { executor, waitMs: 3000 });
    await place.embedded.scheduler.drainWorker(executor);
    // No time passes.
    expect((await polling.answer).body).toMatchObject({ draining: true, runs: [] });
    expect((await beating.answer).body).toMatchObject({ draining: true, abort: [] });
    const waiting = await place.trigger("shop.long");
    expect((await settle(executor, { lease: runs[0].lease, status: "succeeded" })).status).toBe(200);
    expect((await place.run(waiting.id)).state).toBe("Enqueued");
    await place.embedded.scheduler.undrainWorker(executor);
    expect(await place.next(executor)).toMatchObject({ draining: false, runs: [{ id: waiting.id }] });
  });

  it("may finish while the gateway closes", async () => {
    await place.define("shop.long");
    const executor = await place.register(["shop.long"]);
    const run = await place.trigger("shop.long");
    const { lease } = (await place.next(executor)).runs[0];
    const open = await place.open("heartbeat", { executor, waitMs: 3000 });
    const closing = place.gateway.close(30_000);
    expect((await open.answer).body.draining).toBe(true);
    expect(await place.call("register", { app: "shop" })).toMatchObject({ body: { code: "shutting_down" } });
    await settle(executor, { lease, status: "succeeded", result: "in time" });
    await closing;
    expect(await run.result()).toBe("in time");
  });
});

describe("an executor that comes back, because its gateway was gone", () => {
  it("goes on with its runs under new leases, with their log, timeout and end; the old leases are worth nothing", async () => {
    await place.define("shop.long", { timeoutMs: 20_000, maxConcurrency: null });
    const before = await place.register(["shop.long"]);
    const run = await place.trigger("shop.long");
    const { lease } = (await place.next(before)).runs[0];
    await place.call("log", { executor: before, lines: [{ lease, level: "info", message: "first" }] });
    await place.call("progress", { executor: before, progress: [{ lease, fraction: 0.4 }] });
    await place.clock.advance(5000);
    const { status, body } = await place.call("register", {
      app: "shop",
      handlers: ["shop.long"],
      leases: [lease, "made/up", "none", `wrong/${run.id}`],
    });
    expect([status, body.resumed]).toEqual([201, [{ lease, renewed: expect.any(String) as string }]]);
    const { executor, resumed } = body;
    const { renewed } = resumed[0];
    expect(renewed).not.toBe(lease);
    const first = await place.call("heartbeat", { executor, leases: [renewed] });
    expect(first.body).toMatchObject({ abort: [], lost: [] });
    expect(await place.run(run.id)).toMatchObject({ state: "Processing", attempt: 1, worker: executor });
    // What still has the old lease, as a gateway that was cut off, changes nothing.
    const late = await place.call("settle", { executor: before, results: [{ lease, status: "succeeded" }] });
    expect(late.body).toEqual({ results: [{ lease, outcome: "lost" }] });
    await place.call("log", { executor, lines: [{ lease: renewed, level: "info", message: "last" }] });
    const open = await place.open("heartbeat", { executor, waitMs: 3000, leases: [renewed] });
    await place.clock.advance(3500);
    expect((await open.answer).body).toMatchObject({ abort: [], lost: [] });
    expect((await settle(executor, { lease: renewed, status: "succeeded", result: 7 })).status).toBe(200);
    expect(await place.run(run.id)).toMatchObject({
      state: "Succeeded",
      attempt: 1,
      result: 7,
      progress: { fraction: 0.4 },
    });
    const lines = await place.embedded.scheduler.instances.logs(run.id, 0, 10);
    expect(lines.map(({ message }) => message)).toEqual([
      "first",
      `The executor goes on with it as "${executor}"`,
      "last",
    ]);
  });

  it("has the rest of its run's time, and is asked to end what was cancelled meanwhile", async () => {
    await place.define("shop.long", { timeoutMs: 8000, maxConcurrency: null });
    const before = await place.register(["shop.long"]);
    const run = await place.trigger("shop.long");
    const { lease } = (await place.next(before)).runs[0];
    await place.clock.advance(5000);
    const { body } = await place.call("register", { app: "shop", handlers: ["shop.long"], leases: [lease] });
    const { renewed } = body.resumed[0];
    await place.call("heartbeat", { executor: body.executor });
    const open = await place.open("heartbeat", { executor: body.executor, waitMs: 3000, leases: [renewed] });
    await place.clock.advance(2999);
    await place.clock.advance(1);
    expect((await open.answer).body.abort).toMatchObject([{ lease: renewed, reason: "timeout" }]);
    await settle(body.executor, { lease: renewed, status: "failed", message: "stopped" });
    expect(await place.run(run.id)).toMatchObject({ state: "Terminated", error: { code: "timeout" } });
  });

  it("goes on with its runs also where the response of its registration was lost", async () => {
    await place.define("shop.long", { maxConcurrency: null });
    const before = await place.register(["shop.long"]);
    const run = await place.trigger("shop.long");
    const { lease } = (await place.next(before)).runs[0];
    const registration = { app: "shop", handlers: ["shop.long"], leases: [lease] };
    const { body: lost } = await place.call("register", registration);
    const { body } = await place.call("register", registration);
    expect(body.resumed).toEqual([{ lease, renewed: expect.any(String) as string }]);
    const { renewed } = body.resumed[0];
    const { executor } = body;
    expect((await place.call("heartbeat", { executor, leases: [renewed] })).body.lost).toEqual([]);
    // A copy of the request that arrives now, and whatever has the lost response, get nothing of it.
    expect((await place.call("register", registration)).body.resumed).toEqual([]);
    const stale = lost.resumed[0].renewed as string;
    const beaten = await place.call("heartbeat", { executor: lost.executor, leases: [stale] });
    expect(beaten.body.lost).toEqual([stale]);
    expect(await settle(lost.executor, { lease: stale, status: "succeeded" })).toMatchObject({ status: 409 });
    const late = settle(before, { lease, status: "failed", message: "late" });
    expect((await late).body).toEqual({ results: [{ lease, outcome: "lost" }] });
    // The registration whose response was lost ends by its silence, without the run.
    for (let ms = 0; ms < 12_000; ms += 3000) {
      await place.clock.advance(3000);
      expect((await place.call("heartbeat", { executor, leases: [renewed] })).body.lost).toEqual([]);
    }
    expect((await place.call("heartbeat", { executor: lost.executor })).status).toBe(404);
    expect((await settle(executor, { lease: renewed, status: "succeeded", result: 7 })).status).toBe(200);
    expect(await place.run(run.id)).toMatchObject({ state: "Succeeded", attempt: 1, worker: executor });
  });

  it("has its runs with whichever call comes first, and all of its open calls wait for that", async () => {
    await place.define("shop.long", { maxConcurrency: null });
    const before = await place.register(["shop.long"]);
    const [one, other] = [await place.trigger("shop.long"), await place.trigger("shop.long")];
    const batch = await place.next(before, 2);
    const rest = batch.runs.length === 2 ? [] : (await place.next(before, 1, batch.batch)).runs;
    const leases: string[] = [...batch.runs, ...rest].map(({ lease }) => lease);
    const { body } = await place.call("register", { app: "shop", handlers: ["shop.long"], leases });
    const { executor } = body;
    const [first, second] = leases.map(
      (lease) => body.resumed.find((resumed: { lease: string }) => resumed.lease === lease).renewed,
    );
    const [settled, logged] = await Promise.all([
      settle(executor, { lease: first, status: "succeeded", result: 1 }),
      place.call("log", { executor, lines: [{ lease: second, level: "info", message: "goes on" }] }),
    ]);
    expect([settled.status, logged.body]).toEqual([200, { lost: [] }]);
    await settle(executor, { lease: second, status: "succeeded", result: 2 });
    const ended = await Promise.all([place.run(one.id), place.run(other.id)]);
    expect(ended.map(({ state, worker }) => [state, worker])).toEqual([
      ["Succeeded", executor],
      ["Succeeded", executor],
    ]);
  });

  it("gets nothing back that has ended, or that it may not run", async () => {
    await place.define("shop.long", { maxConcurrency: null });
    const before = await place.register(["shop.long"]);
    await place.trigger("shop.long");
    const { lease } = (await place.next(before)).runs[0];
    const registerAs = async (app: string, handlers: readonly string[], token: string): Promise<Answer> =>
      place.call("register", { app, handlers, leases: [lease] }, token);
    expect((await registerAs("mail", ["shop.long"], TOKENS.mail)).body.resumed).toEqual([]);
    expect((await registerAs("shop", ["shop.other"], TOKENS.shop)).body.resumed).toEqual([]);
    const { body } = await registerAs("shop", ["shop.long"], TOKENS.shop);
    const { renewed } = body.resumed[0];
    await settle(before, { lease, status: "succeeded" });
    const beaten = await place.call("heartbeat", { executor: body.executor, leases: [renewed] });
    expect(beaten.body.lost).toEqual([renewed]);
    expect((await registerAs("shop", ["shop.long"], TOKENS.shop)).body.resumed).toEqual([]);
  });
});

describe("what is refused", () => {
  it.each([
    ["no token", null, 401, "unauthorized"],
    ["a wrong token", "0123456789abcdef0123", 401, "unauthorized"],
    ["the token of the API", TOKENS.admin, 403, "forbidden"],
    ["the token of another app", TOKENS.mail, 403, "forbidden"],
  ])("%s", async (_what, token, status, code) => {
    expect(await place.call("register", { app: "shop" }, token)).toMatchObject({ status, body: { code } });
    const executor = await place.register(["shop.resize"]);
    for (const name of ["poll", "heartbeat", "log", "progress", "settle", "drain", "leave"]) {
      const bodies: Readonly<Record<string, object>> = {
        poll: { max: 1 },
        log: { lines: [] },
        progress: { progress: [] },
        settle: { results: [{ lease: "x", status: "succeeded" }] },
      };
      const refused = await place.call(name, { executor, ...bodies[name] }, token);
      expect([name, refused.status, refused.body.code]).toEqual([name, status, code]);
    }
  });

  it("a wrong token of this machine too, where the API has no token", async () => {
    const open = await GatewaySetup.open({ tokens: { shop: [TOKENS.shop] } }, null);
    onTestFinished(() => open.close());
    const answerTo = async (path: string, token?: string): Promise<number> => {
      const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
      const url = `http://127.0.0.1/api/v1/${path}`;
      const request = new Request(url, { headers });
      return (await open.management.fetch(request, { peer: "127.0.0.1" })).status;
    };
    expect((await open.call("register", { app: "shop" }, `${TOKENS.shop}0`)).status).toBe(401);
    expect((await open.call("register", { app: "shop" }, TOKENS.shop)).status).toBe(201);
    expect(await answerTo("jobs", `${TOKENS.shop}0`)).toBe(401);
    expect(await answerTo("jobs", TOKENS.shop)).toBe(403);
    expect(await answerTo("jobs")).toBe(200);
    // Without tokens to compare with, none is wrong.
    const tokenless = await GatewaySetup.open({ tokens: {} }, null);
    onTestFinished(() => tokenless.close());
    expect((await tokenless.call("register", { app: "shop" }, `${TOKENS.shop}0`)).status).toBe(201);
  });

  it("an executor's token on every other route", async () => {
    const response = await place.management.request("http://127.0.0.1/api/v1/jobs", {
      headers: { Authorization: `Bearer ${TOKENS.shop}` },
    });
    expect(response.status).toBe(403);
  });

  it("a job whose key and whose key in its app are other apps', with the whole registration", async () => {
    await place.define("mail.send", {}, "mail");
    await place.define("shop/mail.send", {}, "mail");
    const { status, body } = await place.call("register", {
      app: "shop",
      jobs: [{ key: "mail.send", kind: "triggered" }],
    });
    expect([status, body.code]).toEqual([409, "job_key_taken"]);
    expect((await place.embedded.scheduler.workers()).map(({ app }) => app)).toEqual(["ops"]);
  });

  it("runs of another app's job whose handler an executor claims", async () => {
    await place.define("mail.send", {}, "mail");
    const executor = await place.register(["mail.send"]);
    const polling = await place.open("poll", { executor, max: 1, waitMs: 5000 });
    const run = await place.trigger("mail.send");
    await place.clock.advance(5000);
    expect((await polling.answer).body.runs).toEqual([]);
    expect((await place.run(run.id)).state).toBe("Enqueued");
  });

  it.each([
    ["a body that is no JSON", "register", "{", 400, "malformed_json"],
    ["text that is not UTF-8", "register", new Uint8Array([0x7b, 0xff, 0x7d]), 400, "malformed_json"],
    ["half a surrogate pair", "register", '{"app":"\\ud800"}', 400, "malformed_json"],
    ["more than a megabyte", "register", `{"app":"${"x".repeat(1_100_000)}"}`, 413, "body_too_large"],
    ["an unknown field", "register", { app: "shop", address: "x" }, 400, "invalid_argument"],
    [
      "a bad cron",
      "register",
      { app: "shop", jobs: [{ key: "a", kind: "recurring", options: { cron: "no" } }] },
      400,
      "invalid_cron",
    ],
    ["an executor that is none", "poll", { executor: "shop-1", max: 1 }, 404, "executor_not_found"],
    ["a poll for nothing", "poll", { executor: "shop-1", max: 0 }, 400, "invalid_argument"],
    [
      "a level that is none",
      "log",
      { executor: "shop-1", lines: [{ lease: "x", level: "loud", message: "" }] },
      400,
      "invalid_argument",
    ],
    [
      "progress past its end",
      "progress",
      { executor: "shop-1", progress: [{ lease: "x", fraction: 1.5 }] },
      400,
      "invalid_argument",
    ],
    [
      "an end without a status",
      "settle",
      { executor: "shop-1", results: [{ lease: "x" }] },
      400,
      "invalid_argument",
    ],
    [
      "a failure without a message",
      "settle",
      { executor: "shop-1", results: [{ lease: "x", status: "failed" }] },
      400,
      "invalid_argument",
    ],
  ] as const)("%s", async (_what, name, body, status, code) => {
    expect(await place.call(name, body)).toMatchObject({ status, body: { code } });
  });

  it("more executors than there may be", async () => {
    const small = await GatewaySetup.open({ tokens: { shop: [TOKENS.shop] }, maxExecutors: 1 });
    await small.register(["shop.resize"]);
    expect(await small.call("register", { app: "shop" })).toMatchObject({ status: 429 });
    await small.close();
  });

  it("nothing of this machine where neither the API nor the executors have a token", async () => {
    const open = await GatewaySetup.open({}, null);
    const executor = await open.call("register", { app: "shop", handlers: ["shop.resize"] }, null);
    expect(executor.status).toBe(201);
    await open.close();
  });

  it("a result that is too large is noted, and its run succeeds", async () => {
    await place.define("shop.resize");
    const executor = await place.register(["shop.resize"]);
    const run = await place.trigger("shop.resize");
    const { lease } = (await place.next(executor)).runs[0];
    await settle(executor, { lease, status: "succeeded", result: "x".repeat(900_000) });
    expect(await place.run(run.id)).toMatchObject({
      state: "Succeeded",
      result: { truncated: true, bytes: 900_002 },
    });
  });
});

it("the protocol is described with the API", async () => {
  const response = await place.management.request("http://127.0.0.1/openapi.json");
  const { paths } = (await response.json()) as { paths: Readonly<Record<string, { post: object }>> };
  const described = Object.keys(paths).filter((path) => path.startsWith("/api/v1/executor/"));
  expect(
    described
      .map((path) => path.slice(path.lastIndexOf("/") + 1))
      .toSorted((one, other) => one.localeCompare(other)),
  ).toEqual([
    "download",
    "drain",
    "heartbeat",
    "leave",
    "log",
    "poll",
    "progress",
    "register",
    "settle",
    "upload",
  ]);
});
