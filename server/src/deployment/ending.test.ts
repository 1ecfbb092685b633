import { defineTriggeredJob } from "@mojob/core";
import * as node from "@mojob/node";
import { expect, test } from "vitest";
import { parseConfiguration } from "../configuration/parse-configuration.ts";
import { openDeployment } from "./open-deployment.ts";

const platform = {
  ...node,
  guardStrayErrors: () => ({ scope: { run: <T>(_: string, work: () => T): T => work() }, close: () => {} }),
};

test("a server that closes shows how its runs end, refuses what it would lose, ends streams, and then listens no more", async () => {
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  const slow = defineTriggeredJob({
    key: "slow",
    execute() {
      begun.resolve();
      return gate.promise;
    },
  });
  const configuration = parseConfiguration({
    MOJOB_APP: "hello",
    MOJOB_PORT: "0",
    MOJOB_STORE: "memory:",
    MOJOB_LOCAL_ACCESS: "open",
    MOJOB_EXECUTORS: '{"shop":["c0ffee00c0ffee11c0ffee22"]}',
  });
  const deployment = await openDeployment(configuration, { platform, jobs: [slow] });
  const { url } = deployment;
  const streams = ["", "/tenants/default"].map(async (base) => {
    const response = await fetch(`${url}${base}/api/v1/events?topics=instances`);
    return { status: response.status, text: response.text() };
  });
  const opened = await Promise.all(streams);
  expect(opened.map(({ status }) => status)).toEqual([200, 200]);
  const start = (): Promise<Response> =>
    fetch(`${url}/api/v1/jobs/slow/instances`, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
  const { instance } = (await (await start()).json()) as { readonly instance: { readonly id: string } };
  await begun.promise;
  const waited = fetch(`${url}/api/v1/instances/${instance.id}?waitMs=20000`);

  const closed = deployment.close();
  const refused = await start();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await refused.json()).toMatchObject({ code: "shutting_down" });
  expect((await fetch(`${url}/api/v1/overview`)).status).toBe(200);
  gate.resolve("finished");
  expect(await (await waited).json()).toMatchObject({ state: "Succeeded" });
  for (const { text } of opened) expect(await text).toContain("Succeeded");
  await closed;
  await expect(fetch(`${url}/livez`)).rejects.toThrow();
});
