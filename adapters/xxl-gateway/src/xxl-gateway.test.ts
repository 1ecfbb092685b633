import { createFakeClock } from "@mojob/core/testing";
import { StateStoreInMemory } from "@mojob/memory";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeExecutor, type RunBody } from "../fixtures/fake-executor.ts";
import { APP, createStores, type GatewaySetup, openPlace, TOKEN } from "../fixtures/gateway-setup.ts";
import { createXxlGateway } from "./mod.ts";

let place: GatewaySetup;
let executor: FakeExecutor;
const others: { close?(): Promise<void>; stop?(): Promise<void> }[] = [];

beforeEach(async () => {
  place = await openPlace();
  executor = await FakeExecutor.start();
  await place.register(executor.address);
});

afterEach(async () => {
  await place.close();
  await executor.stop();
  for (const other of others.splice(0)) await (other.close?.() ?? other.stop?.());
});

/** Has the executor report the end of a run, as its handler would. */
async function end(run: RunBody, code = 200, handleMsg: unknown = null, by = place): Promise<void> {
  await by.callback({ logId: run.logId, logDateTim: 0, handleCode: code, handleMsg });
}

async function another(): Promise<FakeExecutor> {
  const one = await FakeExecutor.start();
  others.push(one);
  await place.register(one.address);
  return one;
}

const result = async (id: string): Promise<readonly unknown[]> => {
  const { state, result: left, error } = await place.ended(id);
  return error === null ? [state, left] : [state, error.code, error.message];
};

describe("a run on an executor", () => {
  it("is sent with its token and arguments, and succeeds with what the handler left", async () => {
    const id = await place.trigger({}, {}, "to=Ada");
    const [run] = await executor.received(1);
    expect(run).toMatchObject({ executorHandler: "demo", executorParams: "to=Ada", broadcastTotal: 1 });
    expect(executor.calls.every(({ token }) => token === TOKEN)).toBe(true);
    await end(run as RunBody, 200, { rows: 3 });
    expect(await result(id)).toEqual(["Succeeded", { rows: 3 }]);
  });

  it("takes the result that comes before the response to its call", async () => {
    executor.onRun = async (run) => {
      await end(run, 200, "early");
      return { code: 500, msg: "too late to refuse" };
    };
    expect(await result(await place.trigger({}))).toEqual(["Succeeded", "early"]);
  });

  it("ends once, with the first of several results, whatever else comes", async () => {
    const id = await place.trigger({});
    const [run] = (await executor.received(1)) as [RunBody];
    const bodies = [
      [{ logId: run.logId, handleCode: 0 }],
      [{ logId: run.logId + 1, handleCode: 500 }],
      [{ logId: run.logId }],
      [null, { logId: "x", handleCode: 200 }],
    ];
    for (const body of bodies)
      expect(await (await place.callback(...(body as object[]))).json()).toMatchObject({ code: 200 });
    await Promise.all([end(run, 200, "first"), end(run, 200, "first")]);
    await end(run, 500, "second");
    expect(await result(id)).toEqual(["Succeeded", "first"]);
    await end(run, 500, "after the end");
    expect(await result(id)).toEqual(["Succeeded", "first"]);
  });

  it.each([
    [500, "java.io.IOException: disk full\n\tat x", "disk full"],
    [
      500,
      "java.lang.RuntimeException: x\n\tat x\nCaused by: java.io.IOException: no rows\n\tat y",
      "code 500: java.io.IOException: no rows",
    ],
    [502, "job execute timeout ", "code 502: job execute timeout"],
    [777, null, "code 777"],
  ])("fails with code %s of the executor", async (code, message, shown) => {
    const id = await place.trigger({});
    const [run] = (await executor.received(1)) as [RunBody];
    await end(run, code, message);
    const [state, error, text] = await result(id);
    expect([state, error]).toEqual(["Terminated", "executor_failed"]);
    expect(text).toContain(shown);
    expect(text).not.toContain("\tat x");
  });

  it.each([
    [{ code: 500, msg: "job handler [demo] not found." }, "job handler [demo] not found."],
    [[{ logId: 1, handleCode: 500, handleMsg: "Task not registered" }], "Task not registered"],
  ])("fails when the executor responds 200 with a refusal", async (answer, text) => {
    executor.onRun = () => answer;
    expect(await result(await place.trigger({}))).toEqual([
      "Terminated",
      "executor_refused",
      `Executor ${executor.address} refused the run: ${text}`,
    ]);
  });

  it("is followed where the call got no response, because the executor may have it", async () => {
    await place.close();
    place = await openPlace(createStores(), { callTimeoutMs: 100 });
    await place.register(executor.address);
    executor.onRun = () => null;
    const id = await place.trigger({});
    const [run] = (await executor.received(1)) as [RunBody];
    // The next request is after the call was given up.
    await executor.called("log");
    await end(run, 200, "ran");
    expect(await result(id)).toEqual(["Succeeded", "ran"]);
    expect(executor.runs).toHaveLength(1);
  });

  it("is lost when the executor has forgotten it", async () => {
    await place.close();
    place = await openPlace(createStores(), { lostAfterMs: 100 });
    await place.register(executor.address);
    const id = await place.trigger({});
    const [run] = (await executor.received(1)) as [RunBody];
    executor.has.delete(run.jobId);
    expect(await result(id)).toMatchObject([
      "Terminated",
      "executor_result_lost",
      expect.stringContaining("how it ended is not known"),
    ]);
  });

  it("is lost soon when a Go executor does not have it any more, because it sends a result only once", async () => {
    executor.beatMessage = "";
    const id = await place.trigger({});
    const [run] = (await executor.received(1)) as [RunBody];
    executor.has.delete(run.jobId);
    // Sooner than the minute in which other clients may send it again.
    expect(await result(id)).toMatchObject(["Terminated", "executor_result_lost", expect.any(String)]);
    const asked = executor.calls.filter(
      ({ path, body }) => path === "idleBeat" && body["jobId"] === run.jobId,
    );
    expect(asked.length).toBeGreaterThanOrEqual(2);
  });

  it("is lost when the executor has died, and its retry runs on another one", async () => {
    await place.close();
    place = await openPlace(createStores(), { lostAfterMs: 100 });
    await place.register(executor.address);
    const id = await place.trigger({}, { retryCount: 1, retryIntervalMs: 1 });
    await executor.received(1);
    const second = await another();
    await executor.stop();
    const [run] = (await second.received(1)) as [RunBody];
    await end(run, 200, "second");
    expect(await result(id)).toEqual(["Succeeded", "second"]);
    executor = await FakeExecutor.start();
  });

  it("goes to another executor where the first cannot be reached, and fails where none can", async () => {
    const dead = await FakeExecutor.start();
    await place.register(dead.address);
    await dead.stop();
    executor.onRun = (run) => end(run, 200, run.logId % 1).then(() => ({ code: 200 }));
    for (let count = 0; count < 3; count += 1)
      expect((await result(await place.trigger({})))[0]).toBe("Succeeded");
    await place.close();
    place = await openPlace(createStores(), { waitForExecutorMs: 50 });
    expect(await result(await place.trigger({}))).toEqual([
      "Terminated",
      "executor_missing",
      `No executor of "${APP}" could be reached`,
    ]);
  });

  it("waits for an executor to register", async () => {
    await place.close();
    place = await openPlace();
    const id = await place.trigger({});
    await place.register(executor.address);
    const [run] = (await executor.received(1)) as [RunBody];
    await end(run);
    expect((await result(id))[0]).toBe("Succeeded");
  });

  it("is killed at its timeout; a success that comes then changes nothing", async () => {
    executor.onKill = () => void executor.runs.map((run) => end(run, 200, "too late"));
    let id = "";
    // On a busy machine the time is over before the run is sent.
    for (let timeoutMs = 100; executor.runs.length === 0; timeoutMs *= 4) {
      id = await place.trigger({}, { timeoutMs });
      expect((await result(id)).slice(0, 2)).toEqual(["Terminated", "timeout"]);
    }
    expect((await executor.called("kill")).body).toEqual({ jobId: executor.runs[0]?.jobId });
    await end(executor.runs[0] as RunBody, 200, "much too late");
    expect((await result(id)).slice(0, 2)).toEqual(["Terminated", "timeout"]);
  });

  it("is killed by a cancel, and no other run with it", async () => {
    const options = { maxConcurrency: null };
    const ids = [await place.trigger({}, options)];
    await executor.received(1);
    const { jobKey } = await place.embedded.scheduler.instances.get(ids[0] as string);
    ids.push((await place.embedded.scheduler.trigger(jobKey, null)).id);
    const [first, second] = (await executor.received(2)) as [RunBody, RunBody];
    expect(first.jobId).not.toBe(second.jobId);
    executor.onKill = (jobId) =>
      void executor.runs.filter((run) => run.jobId === jobId).map((run) => end(run, 500, "killed"));
    await place.embedded.scheduler.instances.cancel(ids[0] as string);
    expect((await place.ended(ids[0] as string)).state).toBe("Cancelled");
    await end(second, 200, "went on");
    expect(await result(ids[1] as string)).toEqual(["Succeeded", "went on"]);
    expect(executor.calls.filter(({ path }) => path === "kill")).toHaveLength(1);
  });

  it("leaves queueing to the executor where its job says how: all runs have one number", async () => {
    const work = { blockStrategy: "COVER_EARLY" } as const;
    const ids = [await place.trigger(work, { maxConcurrency: null })];
    await executor.received(1);
    const { jobKey } = await place.embedded.scheduler.instances.get(ids[0] as string);
    ids.push((await place.embedded.scheduler.trigger(jobKey, null)).id);
    const runs = await executor.received(2);
    expect(runs.map(({ jobId, executorBlockStrategy }) => [jobId, executorBlockStrategy])).toEqual(
      runs.map(() => [runs[0]?.jobId, "COVER_EARLY"]),
    );
    for (const run of runs) await end(run);
    for (const id of ids) expect((await result(id))[0]).toBe("Succeeded");
  });

  it("is sent its source text, where the app may be", async () => {
    const id = await place.trigger({ handler: "", glueType: "GLUE_SHELL", glueSource: "echo $1" });
    const [run] = (await executor.received(1)) as [RunBody];
    expect(run).toMatchObject({ glueType: "GLUE_SHELL", glueSource: "echo $1", executorHandler: "" });
    await end(run);
    expect((await result(id))[0]).toBe("Succeeded");
    await place.close();
    place = await openPlace(createStores(), { apps: { [APP]: { token: TOKEN, addresses: ["127.0.0.1"] } } });
    const refused = await place.trigger({ glueType: "GLUE_SHELL", glueSource: "echo $1" });
    expect((await result(refused))[2]).toContain("is not sent source text");
  });

  it("has each line of its log once, also those that are written after its end", async () => {
    executor.lines = ["one"];
    const id = await place.trigger({});
    const [run] = (await executor.received(1)) as [RunBody];
    for (const line of ["two", "", "three"]) {
      executor.lines = [...executor.lines, line];
      const asked = executor.calls.length;
      while (executor.calls.slice(asked).filter(({ path }) => path === "log").length < 2)
        await executor.called("log").then(() => new Promise(setImmediate));
    }
    executor.lines = [...executor.lines, "last"];
    await end(run);
    await place.ended(id);
    expect((await place.lines(id)).slice(1)).toEqual(["one", "two", "", "three", "last"]);
  });

  it("goes to one executor after the other", async () => {
    const second = await another();
    const id = await place.trigger({}, { maxConcurrency: null });
    const { jobKey } = await place.embedded.scheduler.instances.get(id);
    for (let count = 0; count < 3; count += 1) await place.embedded.scheduler.trigger(jobKey, null);
    await Promise.all([executor.received(2), second.received(2)]);
    expect([executor.runs.length, second.runs.length]).toEqual([2, 2]);
    for (const run of [...executor.runs, ...second.runs]) await end(run);
    expect((await result(id))[0]).toBe("Succeeded");
  });

  it.each([
    ["first", [4, 0]],
    ["last", [0, 4]],
    ["busyover", [3, 1]],
    ["leastRecentlyUsed", [2, 2]],
  ] as const)("goes to the executor that its job's routing chooses: %s", async (strategy, counts) => {
    const second = await another();
    const sorted = [executor, second].toSorted((a, b) => (a.address < b.address ? -1 : 1));
    const id = await place.trigger({}, { maxConcurrency: null, routing: { strategy } });
    const { jobKey } = await place.embedded.scheduler.instances.get(id);
    for (let count = 1; count < 4; count += 1) await place.embedded.scheduler.trigger(jobKey, null);
    await Promise.all(sorted.map((one, index) => one.received(counts[index] as number)));
    expect(sorted.map(({ runs }) => runs.length)).toEqual(counts);
    for (const run of [...executor.runs, ...second.runs]) await end(run);
    expect((await result(id))[0]).toBe("Succeeded");
  });

  it("one at a time for each handler of a Go executor, which mixes them up", async () => {
    const go = await another();
    await place.call("/api/registryRemove", { registryKey: APP, registryValue: executor.address });
    go.beatMessage = "";
    const ids = [await place.trigger({}), await place.trigger({})];
    const [first] = (await go.received(1)) as [RunBody];
    await go.called("idleBeat");
    expect(go.runs).toHaveLength(1);
    await end(first);
    const [, second] = (await go.received(2)) as [RunBody, RunBody];
    await end(second);
    for (const id of ids) expect((await result(id))[0]).toBe("Succeeded");
  });
});

describe("the protocol of 3.5", () => {
  const registration = (address: string): object => ({ registryKey: APP, registryValue: address });
  const headers = { "XXL-JOB-APPNAME": APP };

  it("is spoken with an executor that registers with its app name in a header, also by another process", async () => {
    executor.runPath = "trigger";
    await place.call("/api/registry", registration(executor.address), TOKEN, headers);
    for (let runs = 1; runs <= 2; runs += 1) {
      const id = await place.trigger({});
      const run = (await executor.received(runs))[runs - 1] as RunBody;
      const body = {
        callbackList: [{ logId: run.logId, logDateTime: 0, handleCode: 200, handleMsg: "newer" }],
      };
      await place.call("/api/callback", body, TOKEN, headers);
      expect(await result(id)).toEqual(["Succeeded", "newer"]);
      await place.close();
      place = await openPlace(place.stores);
    }
    expect(executor.calls.map(({ path }) => path)).not.toContain("run");
    expect(executor.calls.every(({ appName }) => appName === APP)).toBe(true);
    executor.runPath = "run";
    await place.register(executor.address);
    const id = await place.trigger({});
    await end((await executor.received(3))[2] as RunBody, 200, "older again");
    expect(await result(id)).toEqual(["Succeeded", "older again"]);
  });

  it("has one app name to a token", async () => {
    for (const path of ["/api/registry", "/api/callback"]) {
      const wrong = { "XXL-JOB-APPNAME": "another-executor" };
      const answer = await place.call(path, registration(executor.address), TOKEN, wrong);
      expect(await answer.json()).toMatchObject({
        code: 500,
        msg: "The access token is not that of this app name",
      });
    }
  });
});

describe("a restart of the scheduler", () => {
  it("leaves a run at its executor that was just being sent", async () => {
    const { promise: isClosing, resolve: respond } = Promise.withResolvers<object>();
    executor.onRun = () => isClosing;
    const id = await place.trigger({});
    const [run] = (await executor.received(1)) as [RunBody];
    const closed = place.close();
    respond({ code: 200 });
    await closed;
    place = await openPlace(place.stores);
    await end(run, 200, "went on");
    expect(await result(id)).toEqual(["Succeeded", "went on"]);
    expect(executor.calls.filter(({ path }) => path === "kill" || path === "run")).toHaveLength(1);
  });

  it("sends a Go executor no other run of a handler while the one before goes on", async () => {
    executor.beatMessage = "";
    const ids = [await place.trigger({})];
    const [first] = (await executor.received(1)) as [RunBody];
    await place.close();
    place = await openPlace(place.stores);
    const asked = (): number => executor.calls.filter(({ path }) => path === "idleBeat").length;
    const looked = async (times: number): Promise<void> => {
      const before = asked();
      while (asked() < before + times) await new Promise(setImmediate);
    };
    await looked(1);
    ids.push(await place.trigger({}));
    await looked(3);
    expect(executor.runs).toHaveLength(1);
    await end(first, 200, "first");
    const [, second] = (await executor.received(2)) as [RunBody, RunBody];
    await end(second, 200, "second");
    expect(await Promise.all(ids.map(result))).toEqual([
      ["Succeeded", "first"],
      ["Succeeded", "second"],
    ]);
  });

  it("leaves runs at their executors and waits for them, also for results that came meanwhile", async () => {
    await place.close();
    const stores = createStores();
    place = await openPlace(stores);
    await place.register(executor.address);
    const ids = [await place.trigger({}), await place.trigger({})];
    const [first, second] = (await executor.received(2)) as [RunBody, RunBody];
    await place.close();
    // Another process of the deployment takes the result.
    const between = createXxlGateway({ app: "x", apps: { [APP]: { token: TOKEN } }, state: stores.state });
    others.push(between);
    const headers = { "xxl-job-access-token": TOKEN };
    const body = JSON.stringify([{ logId: first.logId, handleCode: 200, handleMsg: "meanwhile" }]);
    await between.handle(new Request("http://mojob.test/api/callback", { method: "POST", headers, body }));
    place = await openPlace(stores);
    const before = executor.calls.length;
    while (!executor.calls.slice(before).some(({ path }) => path === "idleBeat"))
      await new Promise(setImmediate);
    await end(second, 200, "afterwards");
    const results = await Promise.all(ids.map(result));
    expect(results.toSorted((one, other) => String(one[1]).localeCompare(String(other[1])))).toEqual([
      ["Succeeded", "afterwards"],
      ["Succeeded", "meanwhile"],
    ]);
    expect(executor.runs).toHaveLength(2);
  });
});

describe("executors on the list of the app", () => {
  it("get runs without a registration and without other approval, and are missing while they do not respond", async () => {
    const { scheduler } = place.embedded;
    const dead = await FakeExecutor.start();
    await dead.stop();
    const [name, labels] = [executor.address.slice(0, -1), { xxlApp: APP }];
    await scheduler.expectExecutor("shop", { name, labels });
    await scheduler.expectExecutor("shop", { name: dead.address, labels });
    await place.call("/api/registryRemove", { registryKey: APP, registryValue: executor.address });
    await place.close();
    place = await openPlace(place.stores, { apps: { [APP]: { token: TOKEN } }, waitForExecutorMs: 0 });
    const shown = async (): Promise<readonly unknown[]> =>
      (await place.embedded.scheduler.expectedExecutors("shop"))
        .filter(({ worker }) => worker !== null)
        .map(({ name: address }) => address);
    while ((await shown()).length === 0) await new Promise(setImmediate);
    expect(await shown()).toEqual([executor.address]);
    expect(await place.embedded.scheduler.apps()).toMatchObject([{ app: "shop", missing: [dead.address] }]);
    const id = await place.trigger({});
    await end((await executor.received(1))[0] as RunBody);
    expect((await result(id))[0]).toBe("Succeeded");
    // The address is approved, not its host.
    const beside = await FakeExecutor.start();
    others.push(beside);
    expect(await (await place.register(beside.address)).json()).toMatchObject({ code: 500 });
    expect(await (await place.register(executor.address)).json()).toMatchObject({ code: 200 });
    expect(beside.calls).toEqual([]);
  });

  it("are not called once they are off it", async () => {
    const { scheduler } = place.embedded;
    await scheduler.expectExecutor("shop", { name: executor.address, labels: { xxlApp: APP } });
    await scheduler.forgetExecutor("shop", executor.address);
    await place.call("/api/registryRemove", { registryKey: APP, registryValue: executor.address });
    await place.close();
    place = await openPlace(place.stores, { apps: { [APP]: { token: TOKEN } }, waitForExecutorMs: 0 });
    const calls = executor.calls.length;
    expect((await result(await place.trigger({})))[1]).toBe("executor_missing");
    expect(executor.calls).toHaveLength(calls);
  });
});

describe("registrations", () => {
  it("are approved by address, and only then used", async () => {
    const refused = await place.register("http://169.254.169.254/latest");
    expect(await refused.json()).toMatchObject({
      code: 500,
      msg: expect.stringContaining("is not approved"),
    });
    await place.register("http://169.254.169.254/latest");
    expect(place.warnings).toHaveLength(1);
    expect(await (await place.register("http://127.0.0.1:1/", "unknown")).json()).toMatchObject({
      code: 500,
    });
    expect(
      await (await place.call("/api/registry", { registryKey: APP, registryValue: "ftp://x" })).json(),
    ).toMatchObject({ code: 500 });
  });

  it("with wrong tokens are reported, and refused for a minute after 20 different ones from one address", async () => {
    const clock = createFakeClock();
    const warnings: string[] = [];
    const gateway = createXxlGateway({
      app: "shop",
      apps: { [APP]: { token: TOKEN, addresses: ["127.0.0.1"] } },
      state: new StateStoreInMemory(),
      clock,
      onWarning: (warning) => warnings.push(warning),
    });
    const send = async (address: string, token: string): Promise<string> => {
      const headers = { "xxl-job-access-token": token };
      const request = new Request("http://mojob.test/api/callback", { method: "POST", headers, body: "[]" });
      const response = await gateway.handle(request, address);
      const answer = (await response?.json()) as { readonly msg: string | null } | undefined;
      return answer?.msg ?? "done";
    };
    for (let tries = 0; tries < 20; tries += 1)
      expect(await send("203.0.113.9", `${TOKEN}${tries}`)).toBe("The access token is wrong");
    expect(await send("203.0.113.9", TOKEN)).toMatch(/^Too many wrong access tokens .* wait 60 s$/);
    expect(await send("203.0.113.10", TOKEN)).toBe("done");
    expect(warnings).toEqual([
      'A wrong access token of XXL-JOB was sent from "203.0.113.9"',
      expect.stringContaining("Too many wrong access tokens"),
    ]);
    await clock.advance(60_000);
    expect(await send("203.0.113.9", TOKEN)).toBe("done");
    await gateway.close();
  });

  it("are as many as an app may have, and results of runs that are not known are few", async () => {
    const state = new StateStoreInMemory();
    const warnings: string[] = [];
    const gateway = createXxlGateway({
      app: "shop",
      apps: { [APP]: { token: TOKEN, addresses: ["10.1.0.0/16"] } },
      state,
      maxExecutors: 2,
      onWarning: (warning) => warnings.push(warning),
    });
    const send = async (action: string, body: unknown): Promise<unknown> => {
      const headers = { "xxl-job-access-token": TOKEN };
      const url = `http://mojob.test/api/${action}`;
      const request = new Request(url, { method: "POST", headers, body: JSON.stringify(body) });
      return (await gateway.handle(request))?.json();
    };
    const register = (path: number): Promise<unknown> =>
      send("registry", { registryKey: APP, registryValue: `http://10.1.0.5:9999/${path}/` });
    for (const path of [1, 2]) expect(await register(path)).toMatchObject({ code: 200 });
    for (let tries = 0; tries < 2; tries += 1)
      expect(await register(3)).toMatchObject({ code: 500, msg: expect.stringContaining("2 executors") });
    expect(warnings).toEqual([expect.stringContaining("2 executors of XXL-JOB app")]);
    expect(await register(2)).toMatchObject({ code: 200 });
    await send("registryRemove", { registryKey: APP, registryValue: "http://10.1.0.5:9999/1/" });
    expect(await register(3)).toMatchObject({ code: 200 });
    let read = 0;
    const get = state.get.bind(state);
    state.get = (key) => ((read += 1), get(key));
    const unknown = Array.from({ length: 100_000 }, (_, index) => ({ logId: index + 1, handleCode: 200 }));
    expect(await send("callback", unknown)).toMatchObject({ code: 500 });
    expect(read).toBeLessThan(2000);
    expect(await send("callback", unknown.slice(0, 1000))).toMatchObject({ code: 200 });
    await gateway.close();
  });

  it("and results need the token of the app", async () => {
    const id = await place.trigger({});
    const [run] = (await executor.received(1)) as [RunBody];
    for (const token of ["", "default_token", "another-token-9d1c5e07"]) {
      const answer = await place.call("/api/callback", [{ logId: run.logId, handleCode: 500 }], token);
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { code: 500, msg: "The access token is wrong", content: null },
      ]);
    }
    await end(run, 200, "right");
    expect(await result(id)).toEqual(["Succeeded", "right"]);
  });

  it("show executors as workers until they leave", async () => {
    const shown = async (): Promise<readonly unknown[]> =>
      (await place.embedded.scheduler.workers())
        .filter(({ runtime }) => runtime === "xxl-job")
        .map(({ address, labels }) => [address, labels]);
    while ((await shown()).length === 0) await new Promise(setImmediate);
    expect(await shown()).toEqual([[executor.address, { xxlApp: APP }]]);
    await place.call("/api/registryRemove", { registryKey: APP, registryValue: executor.address });
    await place.close();
    expect(await shown()).toEqual([]);
  });

  it("leave other requests to the server beside it", () => {
    expect(place.gateway.handle(new Request("http://mojob.test/api/v1/jobs"))).toBeNull();
    expect(place.gateway.handle(new Request("http://mojob.test/xxl-job-admin/"))).toBeNull();
  });
});

it.each([
  [{ token: "default_token" }, "comes with XXL-JOB"],
  [{ token: "short" }, "at least 16 characters"],
  [{ token: TOKEN, addresses: ["10.0.0.0/99"] }, "it must be an address"],
  [{ token: TOKEN, executors: ["10.0.0.5:9999"] }, "must be an address such as"],
])("createXxlGateway() refuses %j", (app, message) => {
  const { state } = createStores();
  expect(() => createXxlGateway({ app: "shop", apps: { [APP]: app }, state })).toThrow(message);
});
