import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectScheduler } from "@mojob/client";
import { startRemoteWorker } from "@mojob/client/worker";
import { defineTriggeredJob, startScheduler } from "@mojob/scheduler";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("../fixtures/program.ts", import.meta.url));
const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mojob-scheduler-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([NODE, BUN, DENO])("startScheduler() on $name", (runtime) => {
  it("runs jobs, serves panel and API, lets workers in, keeps all in its file and ends at SIGTERM", async () => {
    const file = join(folder, `${runtime.name}.db`);
    await using program = spawnProgram(runtime, PROGRAM, { args: [file] });
    const url = (await program.line(/^listening /)).slice("listening ".length);
    const scheduler = connectScheduler({ url, token: TOKEN });
    const run = await scheduler.trigger("greet", "Ada");
    expect(await run.result()).toBe("Hello Ada");
    const stray = await scheduler.trigger("greet", "stray");
    await scheduler.ended(stray.id);
    const panel = await fetch(url, { headers: { accept: "text/html" } });
    expect(await panel.text()).toContain("<script");
    expect((await fetch(`${url}/api/v1/jobs`)).status).toBe(401);
    const double = defineTriggeredJob({ key: "shop.double", execute: (number: number) => number * 2 });
    const worker = await startRemoteWorker({
      url,
      token: "c0ffee00c0ffee11c0ffee22",
      app: "shop",
      jobs: [double],
    });
    expect(await (await scheduler.trigger(double, 4)).result()).toBe(8);
    await worker.close();
    program.signal("SIGTERM");
    expect(await program.exit, program.output()).toEqual({ code: 0, signal: null });
    await using again = spawnProgram(runtime, PROGRAM, { args: [file] });
    const next = (await again.line(/^listening /)).slice("listening ".length);
    const kept = await connectScheduler({ url: next, token: TOKEN }).instances.get(run.id);
    expect(kept).toMatchObject({ state: "Succeeded", result: "Hello Ada" });
  });
});

describe("startScheduler()", () => {
  const options = { jobs: [], port: 0, closeOnSignal: false };

  it("refuses a file that another one has, an open address without a token, and closes what it had opened", async () => {
    const file = join(folder, "own.db");
    const first = await startScheduler({ ...options, file });
    await expect(startScheduler({ ...options, file })).rejects.toMatchObject({ code: "lock_held" });
    await first.close();
    await expect(startScheduler({ ...options, file, hostname: "0.0.0.0" })).rejects.toMatchObject({
      code: "invalid_configuration",
    });
    // The file is free again.
    await (await startScheduler({ ...options, file })).close();
  });
});
