import { type Embedded, startEmbedded } from "@mojob/runtime-local";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FakeExecutor } from "../fixtures/fake-executor.ts";
import { createStores, type SetupStores } from "../fixtures/gateway-setup.ts";
import { createXxlGateway, type XxlGateway } from "./mod.ts";

const APP = "warehouse";

let stores: SetupStores;
/** What each token is for, as those say that keep them. */
let tokens: Map<string, string>;
let gateway: XxlGateway;
let place: Embedded;
let executors: readonly [FakeExecutor, FakeExecutor];

async function open(): Promise<void> {
  gateway = createXxlGateway({
    app: "shop",
    tenants: {},
    issued: {
      addresses: ["127.0.0.1"],
      find: (token) => {
        const tenant = tokens.get(token);
        return Promise.resolve(tenant === undefined ? null : { tenant, appNames: new Set([APP]) });
      },
    },
    state: stores.state,
    executors: stores.store.executors,
    waitForExecutorMs: 200,
  });
  place = await startEmbedded({
    app: "shop",
    tenant: "acme",
    jobs: [],
    ...stores,
    inMemory: true,
    runners: [gateway.runner],
    hooks: { onRunEnd: () => {} },
  });
}

beforeEach(async () => {
  stores = createStores();
  tokens = new Map([
    ["first", "acme"],
    ["second", "acme"],
    ["other", "globex"],
  ]);
  await open();
  executors = [await FakeExecutor.start(), await FakeExecutor.start()];
  for (const executor of executors)
    executor.onRun = (run) => {
      void call("callback", executor.calls.at(-1)?.token ?? "", [{ logId: run.logId, handleCode: 200 }]);
      return { code: 200, msg: null };
    };
});

afterEach(async () => {
  await gateway.close();
  await place.close();
  for (const executor of executors) await executor.stop();
});

async function call(action: string, token: string, body: unknown): Promise<number> {
  const headers = { "xxl-job-access-token": token };
  const url = `http://mojob.test/api/${action}`;
  const request = new Request(url, { method: "POST", headers, body: JSON.stringify(body) });
  const response = (await gateway.handle(request)) as Response;
  return ((await response.json()) as { readonly code: number }).code;
}

const register = ({ address }: FakeExecutor, token: string, appName = APP): Promise<number> =>
  call("registry", token, { registryKey: appName, registryValue: address });

/** Makes the job once a worker says that it reaches its executors, and starts so many runs of it. */
async function run(times: number): Promise<readonly unknown[]> {
  const { scheduler } = place;
  const work = { kind: "xxl", appName: APP, handler: "demo" } as const;
  await expect
    .poll(async () =>
      (await stores.store.executors.list("acme", new Date(0))).flatMap(({ runners = [] }) =>
        runners.flatMap(({ names }) => names ?? []),
      ),
    )
    .toContain(APP);
  const job = { key: "shop.report", app: "shop", kind: "triggered", work } as const;
  await scheduler.jobs.create({ ...job, options: { maxConcurrency: null, retryCount: 0 } });
  const runs = await Promise.all(Array.from({ length: times }, () => scheduler.trigger("shop.report", null)));
  return Promise.all(runs.map(async ({ id }) => (await scheduler.ended(id, { timeoutMs: 20_000 })).state));
}

it("an executor is sent the token that it registered with, so that one is rotated while the other is not", async () => {
  const [first, second] = executors;
  expect(await register(first, "first")).toBe(200);
  expect(await register(second, "second")).toBe(200);
  expect(await run(4)).toEqual(Array(4).fill("Succeeded"));
  expect(new Set(first.calls.map(({ token }) => token))).toEqual(new Set(["first"]));
  expect(new Set(second.calls.map(({ token }) => token))).toEqual(new Set(["second"]));
});

it("a token is for its own tenant and its own app names", async () => {
  const [first] = executors;
  expect(await register(first, "first", "another")).toBe(500);
  expect(await register(first, "unknown")).toBe(500);
  // Its tenant is not served by this process.
  expect(await register(first, "other")).toBe(500);
  expect(await register(first, "first")).toBe(200);
});

it("runs are left to others after a restart until their executor has registered again, because nobody else knows its token", async () => {
  const [first] = executors;
  expect(await register(first, "first")).toBe(200);
  expect(await run(1)).toEqual(["Succeeded"]);
  await gateway.close();
  await place.close();
  await open();
  // It is known by its registration of before, and the token is not.
  expect(await stores.state.list("mojob/xxl-nodes:acme:")).toHaveLength(1);
  const { definition } = await place.scheduler.jobs.get("shop.report");
  expect(gateway.runner.canRun(definition)).toBe(false);
  expect(gateway.runner.ofTenant?.("acme")?.names).toEqual([]);
  expect(await register(first, "first")).toBe(200);
  expect(gateway.runner.canRun(definition)).toBe(true);
  expect(gateway.runner.ofTenant?.("acme")?.names).toEqual([APP]);
});
