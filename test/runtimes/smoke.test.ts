import { findRuntime } from "@mojob/test-services/installed-runtimes";
import { until } from "@mojob/test-services/until";
import { describe, expect, it } from "vitest";
import { spawnServer } from "./spawned-server.ts";

// What the quick list has of Bun and Deno; each is proved whole by its own file.

const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";

describe.each(["bun", "deno"] as const)("an embedded scheduler on %s", (name) => {
  const runtime = findRuntime(name);

  it("starts, runs a job that is asked for and ends", async ({ skip }) => {
    if (runtime === null) return skip(`${name} is neither in the tests' cache nor on the PATH`);
    await using server = await spawnServer(runtime, "management-server.ts", { MOJOB_TOKEN: TOKEN });
    const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
      const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
      return (await fetch(`${server.url}/api/v1${path}`, { ...init, headers })).json();
    };
    const asked = await call("/jobs/greet/instances", {
      method: "POST",
      body: JSON.stringify({ args: { name: "Ada" } }),
    });
    const { instance } = asked as { instance: { id: string } };
    const run = await until("the run to succeed", async () => {
      const read = (await call(`/instances/${instance.id}`)) as { state: string };
      return read.state === "Succeeded" && read;
    });
    expect(run).toMatchObject({ result: { greeting: "Hello Ada" } });
    server.signal("SIGTERM");
    expect(await server.exit).toEqual({ code: 0, signal: null });
  });
});
