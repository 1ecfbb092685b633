import { defineTriggeredJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { createManagementApp, type ManagementApp } from "@mojob/http";
import { startEmbedded } from "@mojob/runtime-local";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Body, conditions } from "./many-bodies.ts";
import { shortSilence } from "./short-silence.ts";

// Runs of workflows that are within every bound, and what is read of them.

vi.setConfig({ testTimeout: 120_000 });

const ADMIN = "feedfacefeedface00112233";

let app: ManagementApp;
let embedded: Awaited<ReturnType<typeof startEmbedded>>;

beforeAll(async () => {
  const note = defineTriggeredJob({
    key: "ops.note",
    maxConcurrency: null,
    execute(_, { log }) {
      for (let line = 0; line < 3; line += 1) log.info(`Line ${line}`);
    },
  });
  embedded = await startEmbedded({
    features: FEATURES,
    app: "ops",
    inMemory: true,
    jobs: [note],
    onWarning: () => {},
    shutdownGraceMs: 0,
  });
  app = createManagementApp(embedded.scheduler, { token: ADMIN });
});

afterAll(async () => {
  await app.close();
  await embedded.close();
});

async function send<Read>(method: string, path: string, body?: object): Promise<Read> {
  const response = await app.request(`http://127.0.0.1/api/v1${path}`, {
    method,
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${ADMIN}`, "If-Match": "*" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.ok ? "" : text).toBe("");
  return JSON.parse(text) as Read;
}

const silenceOf = <Result>(work: () => Promise<Result>): Promise<Result> =>
  shortSilence(async () => app.request("http://127.0.0.1/livez"), work);

let keys = 0;

async function create(body: object): Promise<string> {
  const key = `ops.task-${(keys += 1)}`;
  const work = { kind: "task", body };
  await send("POST", "/jobs", { key, app: "ops", kind: "triggered", options: { maxConcurrency: 100 }, work });
  return key;
}

async function run(key: string, args: object = {}): Promise<{ readonly id: string; readonly state: string }> {
  const { instance } = await send<{ readonly instance: { readonly id: string } }>(
    "POST",
    `/jobs/${key}/instances`,
    { args },
  );
  const { state } = await embedded.scheduler.ended(instance.id);
  return { id: instance.id, state };
}

/** A loop of conditions, which runs nothing. @param more conditions in it that nothing follows from */
function loopOf(visits: number, maxVisits: number, more: Body = conditions(0, () => "true")): object {
  return {
    engine: 1,
    vars: [{ name: "x", type: "number", expression: "1" }],
    nodes: [
      {
        id: "x",
        type: "condition",
        pre: [{ node: "again" }],
        branches: [{ name: "done", when: `$.VARS.x >= ${visits}` }],
        else: "more",
        loop: { maxVisits },
      },
      ...more.nodes.map((node) => ({ ...(node as object), pre: [{ node: "x", branch: "more" }] })),
      {
        id: "again",
        type: "condition",
        pre: [
          { node: "x", branch: "more" },
          ...more.nodes.map((node) => ({ node: (node as { readonly id: string }).id })),
        ],
        branches: [{ name: "yes", when: "true" }],
        else: "no",
        vars: [{ name: "x", expression: "$.VARS.x + 1" }],
      },
    ],
  };
}

it("nine thousand visits of a loop that runs nothing, to run, to simulate and to read", async () => {
  const body = loopOf(9000, 10_000);
  const key = await create(body);
  const { id, state } = await silenceOf(() => run(key));
  expect(state).toBe("Succeeded");
  const visits = { nodes: [{ id: "x", visits: 9000 }, { id: "again" }], state: "Succeeded" };
  expect(await silenceOf(() => send("POST", "/tasks/simulate", { body }))).toMatchObject(visits);
  const expressions = Array.from({ length: 50 }, (_, index) => ({
    text: "$.VARS.x",
    node: "again",
    visit: String(8001 + index),
  }));
  const { values } = await silenceOf(() =>
    send<{ values: readonly { readonly value: number }[] }>("POST", "/tasks/evaluate", {
      instanceId: id,
      expressions,
    }),
  );
  expect(values.map(({ value }) => value)).toEqual(expressions.map((_, index) => 8002 + index));
});

it("a loop of hundreds of conditions ends once its facts would fill the store", async () => {
  const key = await create(
    loopOf(
      9000,
      10_000,
      conditions(500, () => "true"),
    ),
  );
  const { id, state } = await silenceOf(() => run(key));
  expect(state).toBe("Terminated");
  const { nodes } = await embedded.scheduler.tasks.get(id);
  expect(nodes[0]).toMatchObject({ id: "x", status: "Failed", code: "loop_limit" });
});

it("a run of two hundred thousand facts, to read, to evaluate and to simulate", async () => {
  const body = loopOf(
    9000,
    10_000,
    conditions(100, () => "true"),
  );
  const { id } = await run(await create(body));
  const at = 190_000;
  const then = await silenceOf(() => send<{ seq: number }>("GET", `/instances/${id}/task/state?at=${at}`));
  expect(then.seq).toBe(at);
  // The latest first: each would have to be made from the beginning of the log.
  const expressions = Array.from({ length: 50 }, (_, index) => ({
    text: "$.VARS.x",
    node: "again",
    visit: String(1800 - index),
  }));
  const { values } = await silenceOf(() =>
    send<{ values: readonly { readonly value: number }[] }>("POST", "/tasks/evaluate", {
      instanceId: id,
      expressions,
    }),
  );
  expect(values.map(({ value }) => value)).toEqual(expressions.map((_, index) => 1801 - index));
  await silenceOf(() => send("GET", `/instances/${id}/task/lines`));
  await silenceOf(() => send("GET", `/instances/${id}/task/history`));
  const simulated = await silenceOf(() => send<{ state: string }>("POST", "/tasks/simulate", { body }));
  expect(simulated.state).toBe("Failed");
});

it("a loop that runs nothing is cancelled between two of its steps", async () => {
  const key = await create(
    loopOf(
      9000,
      10_000,
      conditions(100, () => "true"),
    ),
  );
  const { instance } = await embedded.scheduler.trigger(key, {});
  await vi.waitFor(async () => {
    expect(await embedded.scheduler.tasks.log(instance.id, 0, 1)).toHaveLength(1);
  });
  await embedded.scheduler.instances.cancel(instance.id);
  expect((await embedded.scheduler.ended(instance.id)).state).toBe("Cancelled");
  // Else it would wait for as many steps as are made in one go.
  expect(await embedded.scheduler.tasks.log(instance.id, 40_000, 1)).toEqual([]);
});

it("twenty runs of a thousand nodes, beside each other", async () => {
  const ids: string[] = [];
  // Runs that have ended are read once.
  for (let job = 0; job < 6; job += 1) {
    const key = await create(conditions(1000, () => "true"));
    for (let count = 1; count < 20; count += 1) await run(key);
    ids.push((await run(key)).id);
  }
  const { runs } = await silenceOf(() =>
    send<{ runs: readonly { readonly ms: readonly unknown[] }[] }>(
      "GET",
      `/instances/${ids.pop() ?? ""}/task/history`,
    ),
  );
  expect(runs.map(({ ms }) => ms.length)).toEqual(Array.from({ length: 20 }, () => 1000));
});

it("the lines of as many runs as a list of arguments can ask for", async () => {
  const params = [{ name: "list", type: "json" }];
  const each = { items: "$.TASK.PARAMS.list" };
  const key = await create({
    engine: 1,
    params,
    nodes: [{ id: "b", type: "job", job: { key: "ops.note" }, each }],
  });
  const { id, state } = await silenceOf(() => run(key, { list: Array.from({ length: 9900 }, () => 1) }));
  expect(state).toBe("Succeeded");
  const { items } = await silenceOf(() =>
    send<{ items: readonly object[] }>("GET", `/instances/${id}/task/lines?limit=500`),
  );
  expect(items).toHaveLength(500);
});
