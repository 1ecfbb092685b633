import { type Embedded, startEmbedded } from "@mojob/runtime-local";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeExecutor, type RunBody } from "../fixtures/fake-executor.ts";
import { createStores, type SetupStores } from "../fixtures/gateway-setup.ts";
import { createXxlGateway, type XxlGateway } from "./mod.ts";

const APP = "shop-executor";
const TOKENS = { acme: "9d1c5e07b3f84a26", globex: "3b0f6c1a9d8e7255" } as const;
type Tenant = keyof typeof TOKENS;

let stores: SetupStores;
let gateway: XxlGateway;
let executors: Readonly<Record<Tenant, FakeExecutor>>;
let places: Readonly<Record<Tenant, Embedded>>;
let warnings: string[];

beforeEach(async () => {
  stores = createStores();
  warnings = [];
  gateway = createXxlGateway({
    app: "shop",
    tenants: {
      acme: { [APP]: { token: TOKENS.acme, addresses: ["127.0.0.1"] } },
      globex: { [APP]: { token: TOKENS.globex, addresses: ["127.0.0.1"] }, alone: { token: TOKENS.globex } },
    },
    state: stores.state,
    executors: stores.store.executors,
    waitForExecutorMs: 200,
    onWarning: (warning) => warnings.push(warning),
  });
  const place = (tenant: Tenant): Promise<Embedded> =>
    startEmbedded({
      app: "shop",
      tenant,
      jobs: [],
      ...stores,
      inMemory: true,
      runners: [gateway.runner],
      hooks: { onRunEnd: () => {} },
    });
  places = { acme: await place("acme"), globex: await place("globex") };
  executors = { acme: await FakeExecutor.start(), globex: await FakeExecutor.start() };
});

afterEach(async () => {
  await gateway.close();
  for (const tenant of ["acme", "globex"] as const) {
    await places[tenant].close();
    await executors[tenant].stop();
  }
});

async function call(action: string, token: string, body: unknown): Promise<unknown> {
  const headers = { "xxl-job-access-token": token };
  const url = `http://mojob.test/api/${action}`;
  const request = new Request(url, { method: "POST", headers, body: JSON.stringify(body) });
  return (await gateway.handle(request))?.json();
}

const register = (tenant: Tenant, token: string = TOKENS[tenant]): Promise<unknown> =>
  call("registry", token, { registryKey: APP, registryValue: executors[tenant].address });

async function trigger(tenant: Tenant, appName = APP): Promise<string> {
  const { scheduler } = places[tenant];
  const work = { kind: "xxl", appName, handler: "demo" } as const;
  const options = { retryCount: 0 };
  await scheduler.jobs.create({ key: `shop.${appName}`, app: "shop", kind: "triggered", options, work });
  return (await scheduler.trigger(`shop.${appName}`, null)).id;
}

describe("a gateway of several tenants", () => {
  it("sends the runs of each to executors that have its token, whatever the name of the app", async () => {
    await register("acme");
    await register("globex");
    const ids = { acme: await trigger("acme"), globex: await trigger("globex") };
    for (const tenant of ["acme", "globex"] as const) {
      const other = tenant === "acme" ? "globex" : "acme";
      const [run] = (await executors[tenant].received(1)) as [RunBody];
      expect(executors[tenant].calls.every(({ token }) => token === TOKENS[tenant])).toBe(true);
      // The other tenant has an app of this name, and its executors cannot end the run.
      await call("callback", TOKENS[other], [{ logId: run.logId, handleCode: 200, handleMsg: "stolen" }]);
      await call("callback", TOKENS[tenant], [{ logId: run.logId, handleCode: 200, handleMsg: tenant }]);
      const ended = await places[tenant].scheduler.ended(ids[tenant], { timeoutMs: 10_000 });
      expect(ended).toMatchObject({ state: "Succeeded", result: tenant });
      expect(executors[tenant].runs).toHaveLength(1);
    }
    const shown = await stores.store.executors.list("acme", new Date(0));
    expect(shown.filter(({ runtime }) => runtime === "xxl-job").map(({ address }) => address)).toEqual([
      executors.acme.address,
    ]);
  });

  it("has no executor for a tenant of which none has registered", async () => {
    await register("globex");
    const id = await trigger("acme");
    const ended = await places.acme.scheduler.ended(id, { timeoutMs: 10_000 });
    expect(ended.error).toMatchObject({ code: "executor_missing" });
    expect(executors.globex.runs).toHaveLength(0);
  });

  it("offers each the apps of its own, and refuses wrong tokens as one of a single tenant does", async () => {
    const names = async (tenant: Tenant): Promise<unknown> =>
      (await stores.store.executors.list(tenant, new Date(0))).flatMap(({ runners = [] }) =>
        runners.flatMap((runner) => runner.names ?? []),
      );
    expect(await names("acme")).toEqual([APP]);
    expect(await names("globex")).toEqual([APP, "alone"]);
    expect(await register("acme", `${TOKENS.acme}0`)).toMatchObject({ code: 500 });
    expect(warnings).toEqual(['A wrong access token of XXL-JOB was sent from "unknown"']);
  });

  it("uses the list of an app for the tenant alone that keeps it", async () => {
    await places.acme.scheduler.expectExecutor("shop", {
      name: executors.acme.address,
      labels: { xxlApp: APP },
    });
    executors.acme.onRun = (run) => {
      void call("callback", TOKENS.acme, [{ logId: run.logId, handleCode: 200 }]);
      return { code: 200, msg: null };
    };
    const other = await places.globex.scheduler.ended(await trigger("globex"), { timeoutMs: 10_000 });
    expect(other.error).toMatchObject({ code: "executor_missing" });
    expect(executors.acme.runs).toHaveLength(0);
  });
});

it.each([
  [
    { acme: { a: { token: TOKENS.acme } }, globex: { a: { token: TOKENS.acme } } },
    "give each tenant tokens of its own",
  ],
])("createXxlGateway() refuses tenants that share a token", (tenants, message) => {
  expect(() => createXxlGateway({ app: "shop", tenants, state: stores.state })).toThrow(message);
});
