import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMongodb } from "@mojob/test-services/mongodb";
import { startTemporal } from "@mojob/test-services/temporal";
import { describe, expect, test, vi } from "vitest";
import { call, startProgram, urlOf } from "../fixtures/program.ts";

const TOKEN = "5f0c9a1be7d2463c8f1b0d6e";
const PATIENCE = { timeout: 60_000, interval: 50 };
const OTHERS_JOB = { app: "other", definitions: [{ key: "other.job", kind: "triggered" }] };

/** The keys of the jobs that an API shows. */
async function jobsOf(api: string): Promise<readonly string[]> {
  const { json } = await call(`${api}/jobs`, TOKEN);
  return (json as { readonly items: readonly { readonly key: string }[] }).items.map(({ key }) => key);
}

/** Starts `hello` through an API and resolves to the run once it has ended. */
async function greet(api: string, name: string): Promise<object> {
  const asked = await call(`${api}/jobs/hello/instances`, TOKEN, { method: "POST", body: { args: name } });
  expect(asked.status).toBe(202);
  const { instance } = asked.json as { readonly instance: { readonly id: string } };
  return vi.waitFor(async () => {
    const { json } = await call(`${api}/instances/${instance.id}`, TOKEN);
    expect(json).toMatchObject({ state: "Succeeded" });
    return json as object;
  }, PATIENCE);
}

/** What a worker's own panel and API show: nothing of other apps. */
async function expectOwnAppOnly(url: string): Promise<void> {
  const api = `${url}/api/v1`;
  expect(await jobsOf(api)).toEqual(["heartbeat", "hello"]);
  expect((await call(`${api}/jobs/other.job`, TOKEN)).status).toBe(404);
  const started = await call(`${api}/jobs/other.job/instances`, TOKEN, { method: "POST", body: {} });
  expect(started.status).toBe(404);
  const registered = await call(`${api}/registrations`, TOKEN, { method: "POST", body: OTHERS_JOB });
  expect([400, 403]).toContain(registered.status);
  const page = await fetch(`${url}/`, { headers: { accept: "text/html" } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<!doctype html>")]);
}

describe("the image's programs", { timeout: 300_000 }, () => {
  test("serve two tenants on Temporal, and each worker a panel of its own app", async () => {
    await using temporal = await startTemporal();
    await using mongodb = await startMongodb();
    const store = new URL(mongodb.url);
    store.pathname = "/tenants";
    const shared = {
      MOJOB_RUNTIME: `temporal://${temporal.address}/${temporal.namespace}`,
      MOJOB_STORE: store.href,
      MOJOB_TENANTS: "acme,globex",
      MOJOB_TOKEN: TOKEN,
      MOJOB_PORT: "0",
    };
    await using plane = startProgram("control-plane", {
      ...shared,
      MOJOB_HTTP_REGISTRATION: "true",
      MOJOB_JOB_DEFAULTS: '{"retryCount":4}',
    });
    await using worker = startProgram("worker", { ...shared, MOJOB_APP: "hello" });
    const [url, own] = [await urlOf(plane), await urlOf(worker)];

    for (const [tenant, name] of [
      ["acme", "Ada"],
      ["globex", "Grace"],
    ] as const) {
      const api = `${url}/tenants/${tenant}/api/v1`;
      await vi.waitFor(async () => expect(await jobsOf(api)).toContain("hello"), PATIENCE);
      expect(await greet(api, name)).toMatchObject({ tenant, result: `Hello ${name}` });
      // The control plane's defaults, although the worker registered the job and was given none.
      expect((await call(`${api}/jobs/hello`, TOKEN)).json).toMatchObject({
        options: { retryCount: 4, maxConcurrency: null, timeoutMs: 3_600_000 },
        layers: { retryCount: "global", maxConcurrency: "code", timeoutMs: "default" },
      });
      const { json } = await call(`${api}/instances?jobKey=hello`, TOKEN);
      expect((json as { readonly items: readonly unknown[] }).items).toHaveLength(1);
    }
    // The first tenant's are also where a single tenant's would be.
    const { json } = await call(`${url}/api/v1/instances?jobKey=hello`, TOKEN);
    expect(json).toMatchObject({ items: [{ tenant: "acme" }] });
    expect((await fetch(`${url}/tenants/globex/api/v1/jobs`)).status).toBe(401);

    const registrations = `${url}/tenants/globex/api/v1/registrations`;
    expect((await call(registrations, TOKEN, { method: "POST", body: OTHERS_JOB })).status).toBe(200);
    expect(await jobsOf(`${url}/tenants/globex/api/v1`)).toEqual(["heartbeat", "hello", "other.job"]);
    expect(await jobsOf(`${url}/tenants/acme/api/v1`)).toEqual(["heartbeat", "hello"]);
    await expectOwnAppOnly(`${own}/tenants/globex`);
    expect(await greet(`${own}/tenants/globex/api/v1`, "Alan")).toMatchObject({ tenant: "globex" });

    for (const program of [worker, plane]) program.signalAlone("SIGTERM");
    expect([(await worker.exit).code, (await plane.exit).code]).toEqual([0, 0]);
  });

  test("as an embedded worker serves a panel of its own app, on a file that others' jobs are in", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mojob-worker-"));
    const shared = {
      MOJOB_STORE: `sqlite:${join(folder, "jobs.db")}`,
      MOJOB_TENANTS: "acme,globex",
      MOJOB_TOKEN: TOKEN,
      MOJOB_PORT: "0",
    };
    try {
      await using plane = startProgram("control-plane", { ...shared, MOJOB_HTTP_REGISTRATION: "true" });
      const registrations = `${await urlOf(plane)}/tenants/globex/api/v1/registrations`;
      expect((await call(registrations, TOKEN, { method: "POST", body: OTHERS_JOB })).status).toBe(200);
      plane.signalAlone("SIGTERM");
      expect((await plane.exit).code).toBe(0);

      await using worker = startProgram("worker", { ...shared, MOJOB_APP: "hello" });
      const own = `${await urlOf(worker)}/tenants/globex`;
      await expectOwnAppOnly(own);
      expect(await greet(`${own}/api/v1`, "Ada")).toMatchObject({ tenant: "globex", result: "Hello Ada" });
      worker.signalAlone("SIGTERM");
      expect((await worker.exit).code).toBe(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
