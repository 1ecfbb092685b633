import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTriggeredJob, isMoJobError } from "@mojob/core";
import * as node from "@mojob/node";
import { describe, expect, test } from "vitest";
import { parseConfiguration } from "../configuration/parse-configuration.ts";
import { openDeployment } from "./open-deployment.ts";

const greet = defineTriggeredJob({ key: "greet", execute: (name: string) => `Hello ${name}` });
const jobs = [greet];
/** The platform without its hold on this process's stray errors. */
const platform = {
  ...node,
  guardStrayErrors: () => ({ scope: { run: <T>(_: string, work: () => T): T => work() }, close: () => {} }),
};
const base = {
  MOJOB_APP: "hello",
  MOJOB_PORT: "0",
  MOJOB_STORE: "memory:",
  MOJOB_LOCAL_ACCESS: "open",
};

describe("openDeployment()", () => {
  test("opens scheduler, API and panel in memory, and closes all of it once", async () => {
    const deployment = await openDeployment(parseConfiguration(base), { platform, jobs });
    const { url, workerId, description } = deployment;
    expect(description).toBe("embedded, kept in memory: forgotten when it stops");
    expect(workerId).toMatch(/^hello-/);
    const run = await deployment.scheduler().trigger(greet, "Ada");
    expect(await run.result()).toBe("Hello Ada");
    const shown = (await (await fetch(`${url}/api/v1/instances/${run.id}`)).json()) as object;
    expect(shown).toMatchObject({ result: "Hello Ada" });
    await Promise.all([deployment.close(), deployment.close()]);
    await expect(fetch(`${url}/livez`)).rejects.toThrow();
  });

  test("keeps runs in a SQLite file, whose driver it loads", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mojob-server-"));
    const configuration = parseConfiguration({ ...base, MOJOB_STORE: `sqlite:${join(folder, "jobs.db")}` });
    try {
      const first = await openDeployment(configuration, { platform, jobs, listens: false });
      expect(first.url).toBeNull();
      const run = await first.scheduler().trigger(greet, "Ada", { delayMs: 400 });
      await first.close();
      const second = await openDeployment(configuration, { platform, jobs, listens: false });
      expect(await second.scheduler().result(run.id, { timeoutMs: 10_000 })).toBe("Hello Ada");
      await second.close();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("serves a tenant's API and panel from when it is added until it is removed", async () => {
    const configuration = parseConfiguration({
      ...base,
      MOJOB_EXECUTORS: '{"shop":["c0ffee00c0ffee11c0ffee22"]}',
    });
    const deployment = await openDeployment(configuration, { platform, jobs });
    const { url } = deployment;
    const get = async (path: string): Promise<number> => (await fetch(`${url}${path}`)).status;
    expect(await get("/tenants/default/api/v1/jobs/greet")).toBe(200);
    expect(await get("/tenants/globex/api/v1/jobs/greet")).toBe(404);
    await deployment.addTenant("globex");
    const asked = await fetch(`${url}/tenants/globex/api/v1/jobs/greet/instances`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ args: "Grace" }),
    });
    const { instance } = (await asked.json()) as { readonly instance: { readonly id: string } };
    expect(await deployment.scheduler({ tenant: "globex" }).result(instance.id)).toBe("Hello Grace");
    expect(await get("/tenants/globex/jobs")).toBe(200);
    const stream = await fetch(`${url}/tenants/globex/api/v1/events`);
    expect(stream.status).toBe(200);
    await deployment.removeTenant("globex");
    // What was open of it has ended, and the first tenant goes on.
    for await (const part of stream.body ?? []) void part;
    expect(await get("/tenants/globex/api/v1/jobs/greet")).toBe(404);
    expect(await get("/api/v1/jobs/greet")).toBe(200);
    await deployment.close();
  });

  test("gives the configured defaults to jobs, also to one registered over HTTP", async () => {
    const configuration = parseConfiguration({
      ...base,
      MOJOB_JOB_DEFAULTS: '{"retryCount":4,"timeoutMs":1234}',
      MOJOB_HTTP_REGISTRATION: "true",
    });
    const deployment = await openDeployment(configuration, { platform, jobs });
    const registered = await fetch(`${deployment.url}/api/v1/registrations`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ app: "other", definitions: [{ key: "other.job", kind: "triggered" }] }),
    });
    expect(registered.status).toBe(200);
    for (const key of ["greet", "other.job"]) {
      const { definition } = await deployment.scheduler().jobs.get(key);
      expect(definition.options).toMatchObject({ retryCount: 4, timeoutMs: 1234 });
    }
    await deployment.close();
  });

  test("gives what it says of new and changed jobs to those of executors in other languages", async () => {
    const configuration = parseConfiguration({
      ...base,
      MOJOB_EXECUTORS: "{}",
      MOJOB_NEW_JOBS: "stopped",
      MOJOB_OPTION_RULE: "follow-code",
    });
    const deployment = await openDeployment(configuration, { platform, jobs });
    const register = async (cron: string): Promise<unknown> => {
      const job = { key: "shop.close", kind: "recurring", options: { cron } };
      const response = await fetch(`${deployment.url}/api/v1/executor/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ app: "shop", jobs: [job] }),
      });
      return response.json();
    };
    await register("0 0 3 * * *");
    expect(await register("0 0 4 * * *")).toMatchObject({ registrations: [{ outcome: "updated" }] });
    const { definition } = await deployment.scheduler().jobs.get("shop.close");
    expect(definition).toMatchObject({
      pause: { isNew: true },
      options: { schedule: { cron: "0 0 4 * * *" } },
    });
    await deployment.close();
  });

  test("closes what it has opened where a later part fails", async () => {
    const configuration = parseConfiguration(base);
    let closed = 0;
    const taken = {
      ...platform,
      guardStrayErrors: () => ({ ...platform.guardStrayErrors(), close: () => void (closed += 1) }),
      serve: () => Promise.reject(new Error("The port is taken")),
    };
    await expect(openDeployment(configuration, { platform: taken, jobs })).rejects.toThrow("taken");
    expect(closed).toBe(1);
  });

  test("warns where everybody on the machine can run code as its user", async () => {
    const { MOJOB_LOCAL_ACCESS, ...asking } = base;
    const warningsOf = async (env: Readonly<Record<string, string>>): Promise<readonly string[]> => {
      const warnings: string[] = [];
      const configuration = parseConfiguration({ ...asking, MOJOB_SCRIPTS: "shell", ...env });
      const onWarning = (warning: string): void => void warnings.push(warning);
      const deployment = await openDeployment(configuration, { platform, jobs, listens: false, onWarning });
      await deployment.close();
      return warnings.filter((warning) => warning.includes("sandbox"));
    };
    const unsandboxed = { MOJOB_SCRIPTS_SANDBOX: "unsandboxed" };
    expect(await warningsOf({ ...unsandboxed, MOJOB_LOCAL_ACCESS })).toEqual([
      expect.stringContaining("MOJOB_TOKEN"),
    ]);
    expect(await warningsOf(unsandboxed)).toEqual([]);
    expect(await warningsOf({ ...unsandboxed, MOJOB_TOKEN: "3f9c1b7a5e2d40863f9c1b7a" })).toEqual([]);
  });

  test("refuses Temporal without a store that machines share", async () => {
    const configuration = parseConfiguration(base);
    const runtime = { kind: "temporal", address: "nowhere:7233", namespace: "x" } as const;
    const error: unknown = await openDeployment({ ...configuration, runtime }, { platform }).catch(
      (reason: unknown) => reason,
    );
    expect(isMoJobError(error, "invalid_configuration")).toBe(true);
  });
});
