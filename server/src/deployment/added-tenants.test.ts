import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as node from "@mojob/node";
import { until } from "@mojob/test-services/until";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startXxlExecutor } from "../../fixtures/executors/xxl-executor.ts";
import { openDeployment, type OpenedDeployment, parseConfiguration } from "../mod.ts";

const TOKEN = "3f9c1b7a5e2d40863f9c1b7a";
/** The app of the executors, in our protocol and as an AppName of XXL-JOB. */
const APP = "warehouse";

let folder: string;
let deployment: OpenedDeployment;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mojob-added-"));
  const configuration = parseConfiguration({
    MOJOB_APP: "ops",
    MOJOB_TENANTS: "main",
    MOJOB_PORT: "0",
    MOJOB_TOKEN: TOKEN,
    MOJOB_STORE: `sqlite:${join(folder, "jobs.db")}`,
    MOJOB_EXECUTORS: "{}",
    MOJOB_XXL_ADDRESSES: "127.0.0.1",
  });
  const platform = {
    ...node,
    guardStrayErrors: () => ({
      scope: { run: <T>(_: string, work: () => T): T => work() },
      close: () => {},
    }),
  };
  deployment = await openDeployment(configuration, { platform, onWarning: () => {} });
});

afterAll(async () => {
  await deployment.close();
  await rm(folder, { recursive: true });
});

interface Response {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

async function call(
  path: string,
  { method = "GET", body, token = TOKEN }: { method?: string; body?: object; token?: string } = {},
): Promise<Response> {
  const response = await fetch(`${deployment.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "If-Match": "*" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === "" ? null : JSON.parse(text) };
}

const post = (path: string, body: object, token?: string): Promise<Response> =>
  call(path, { method: "POST", body, ...(token !== undefined && { token }) });

/** Adds a tenant with the API, and makes a token for its executors. */
async function addTenant(tenant: string): Promise<string> {
  expect((await post("/api/v1/tenants", { tenant })).status).toBe(201);
  return makeToken(tenant, `${tenant}-box`);
}

async function makeToken(tenant: string, name: string): Promise<string> {
  const made = await post(`/tenants/${tenant}/api/v1/tokens`, { name, kind: "executor", apps: [APP] });
  expect(made.status).toBe(201);
  return made.json.text as string;
}

/** Starts a run of a job at a tenant, and resolves to the response. */
const start = (tenant: string, key: string): Promise<Response> =>
  post(`/tenants/${tenant}/api/v1/jobs/${key}/instances`, {});

async function ended(tenant: string, id: string): Promise<Response["json"]> {
  return until("the end of the run", async () => {
    const { json } = await call(`/tenants/${tenant}/api/v1/instances/${id}`);
    return json.completedAt !== null && json;
  });
}

const workersOf = async (tenant: string): Promise<string> =>
  JSON.stringify((await call(`/tenants/${tenant}/api/v1/workers`)).json);

/** Makes a job that an executor of XXL-JOB runs. */
async function makeXxlJob(tenant: string, key: string): Promise<void> {
  const work = { kind: "xxl", appName: APP, handler: "demo" };
  const body = { key, app: "ops", kind: "triggered", options: { retryCount: 0 }, work };
  // With its next heartbeat, the worker says which executors it reaches.
  await until(
    "a worker that runs it",
    async () => (await post(`/tenants/${tenant}/api/v1/jobs`, body)).status === 201,
  );
}

describe("a tenant that is added while everything runs", () => {
  it("has its jobs run by executors that register with a token made in it, and by nobody else's", async () => {
    const [acme, globex] = [await addTenant("acme"), await addTenant("globex")];
    const api = (tenant: string): string => `/tenants/${tenant}/api/v1/executor`;
    const body = { app: APP, jobs: [{ key: `${APP}.report`, kind: "triggered" }], name: "acme-box" };
    expect((await post(`${api("globex")}/register`, body, acme)).status).toBe(403);
    expect((await post("/api/v1/executor/register", body, acme)).status).toBe(403);
    const { status, json } = await post(`${api("acme")}/register`, body, acme);
    expect(status).toBe(201);
    const other = await post(`${api("globex")}/register`, { app: APP, name: "globex-box" }, globex);
    const { executor } = json as { readonly executor: string };

    const { instance } = (await start("acme", `${APP}.report`)).json;
    const others = post(
      `${api("globex")}/poll`,
      { executor: other.json.executor, max: 8, waitMs: 300 },
      globex,
    );
    const polled = await post(`${api("acme")}/poll`, { executor, max: 8, waitMs: 10_000 }, acme);
    expect(polled.json.runs).toMatchObject([{ id: instance.id }]);
    expect((await others).json.runs).toEqual([]);
    const results = [{ lease: polled.json.runs[0].lease, status: "succeeded", result: "counted" }];
    expect((await post(`${api("globex")}/settle`, { executor, results }, globex)).status).toBe(404);
    expect((await post(`${api("acme")}/settle`, { executor, results }, acme)).status).toBe(200);
    expect(await ended("acme", instance.id)).toMatchObject({ state: "Succeeded", result: "counted" });
    expect(await workersOf("globex")).not.toContain("acme-box");
    expect((await call(`/tenants/globex/api/v1/jobs/${APP}.report`)).status).toBe(404);
    expect((await call(`/tenants/globex/api/v1/instances/${instance.id}`)).status).toBe(404);
  });

  it("has its jobs run by executors of XXL-JOB, which are sent the token that they registered with", async () => {
    const [token, others] = [await addTenant("initech"), await addTenant("hooli")];
    await using executor = await startXxlExecutor(deployment.url ?? "");
    await using other = await startXxlExecutor(deployment.url ?? "");
    expect(await executor.register(token, "another-app")).toBe(500);
    // Nor with a token of a program, whatever that may do.
    const request = { name: "initech-ci", kind: "service", role: "admin" };
    const service = await post("/tenants/initech/api/v1/tokens", request);
    expect(await executor.register(service.json.text, APP)).toBe(500);
    expect(await executor.register(token, APP)).toBe(200);
    expect(await other.register(others, APP)).toBe(200);
    await makeXxlJob("initech", "ops.report");
    await makeXxlJob("hooli", "ops.report");
    const { instance } = (await start("initech", "ops.report")).json;
    const logId = await executor.received(1);
    expect(executor.calls.every((one) => one.token === token)).toBe(true);
    // The other tenant's executors cannot end the run, although their app has the same name.
    expect(await other.report(others, logId, "stolen")).toBe(200);
    expect(await executor.report(token, logId, "counted")).toBe(200);
    expect(await ended("initech", instance.id)).toMatchObject({ state: "Succeeded", result: "counted" });
    expect(other.calls.filter(({ path }) => path === "run")).toEqual([]);
    await until("the executor to be shown", async () =>
      (await workersOf("initech")).includes(executor.address),
    );
    expect(await workersOf("initech")).not.toContain(other.address);
    expect(await workersOf("hooli")).not.toContain(executor.address);
  });

  it("name tokens as they like: another tenant's names are no news", async () => {
    for (const tenant of ["hooli", "piedpiper"]) {
      await post("/api/v1/tenants", { tenant });
      const request = { name: "deploy", kind: "service", role: "viewer" };
      const statuses = [];
      for (let round = 0; round < 2; round += 1)
        statuses.push((await post(`/tenants/${tenant}/api/v1/tokens`, request)).status);
      expect(statuses).toEqual([201, 409]);
    }
  });

  it("starts nothing at its executors while it is disabled, and takes the results of what runs", async () => {
    const token = await addTenant("umbrella");
    await using executor = await startXxlExecutor(deployment.url ?? "");
    expect(await executor.register(token, APP)).toBe(200);
    await makeXxlJob("umbrella", "ops.report");
    const under = (await start("umbrella", "ops.report")).json.instance;
    const logId = await executor.received(1);
    const disable = (disabled: boolean): Promise<Response> =>
      call("/api/v1/tenants/umbrella", { method: "PATCH", body: { disabled } });
    expect((await disable(true)).status).toBe(200);
    expect((await start("umbrella", "ops.report")).json.code).toBe("tenant_disabled");
    // What it has goes on.
    expect(await executor.register(token, APP)).toBe(200);
    expect(await executor.report(token, logId, "counted")).toBe(200);
    expect(await ended("umbrella", under.id)).toMatchObject({ state: "Succeeded", result: "counted" });
    expect((await disable(false)).status).toBe(200);
    expect((await start("umbrella", "ops.report")).status).toBe(202);
    expect(await executor.report(token, await executor.received(2), "again")).toBe(200);
  });

  it("sends nothing more to executors whose token is revoked, and refuses them", async () => {
    const token = await addTenant("vandelay");
    await using executor = await startXxlExecutor(deployment.url ?? "");
    expect(await executor.register(token, APP)).toBe(200);
    await until("it to be shown", async () => (await workersOf("vandelay")).includes(executor.address));
    const { items } = (await call("/tenants/vandelay/api/v1/tokens")).json;
    const { id } = items.find(({ name }: { readonly name: string }) => name === "vandelay-box");
    expect((await call(`/tenants/vandelay/api/v1/tokens/${id}`, { method: "DELETE" })).status).toBe(204);
    expect(await executor.register(token, APP)).toBe(500);
    await until("it to go", async () => !(await workersOf("vandelay")).includes(executor.address));
    // With another token of the tenant it is there again.
    expect(await executor.register(await makeToken("vandelay", "vandelay-next"), APP)).toBe(200);
    await until("it to be shown", async () => (await workersOf("vandelay")).includes(executor.address));
  });

  it("has no executors any more once it is removed", async () => {
    const token = await addTenant("soylent");
    await using executor = await startXxlExecutor(deployment.url ?? "");
    expect(await executor.register(token, APP)).toBe(200);
    const body = { app: APP, name: "soylent-box" };
    const register = "/tenants/soylent/api/v1/executor/register";
    expect((await post(register, body, token)).status).toBe(201);
    const removed = await call("/api/v1/tenants/soylent?confirm=soylent", { method: "DELETE" });
    expect(removed.status).toBe(200);
    expect(await executor.register(token, APP)).toBe(500);
    expect([403, 404]).toContain((await post(register, body, token)).status);
    // Added again, it has them again.
    expect((await post("/api/v1/tenants", { tenant: "soylent" })).status).toBe(201);
    expect(await executor.register(token, APP)).toBe(200);
  });

  it("has no executors outside the addresses that the configuration approves", async () => {
    const token = await addTenant("wonka");
    await using executor = await startXxlExecutor(deployment.url ?? "");
    const elsewhere = "http://10.9.9.9:9999/";
    expect(await executor.register(token, APP, elsewhere)).toBe(500);
    expect(await executor.register(token, APP)).toBe(200);
    // Nor by the list of the app, which the tenant keeps by itself.
    const listed = { name: elsewhere, xxlApp: APP };
    await until("a worker that knows the app", async () => {
      const { status } = await post("/tenants/wonka/api/v1/apps/ops/executors", listed);
      return status < 300;
    });
    expect(await executor.register(token, APP, elsewhere)).toBe(500);
    expect(await workersOf("wonka")).not.toContain(elsewhere);
  });
});
