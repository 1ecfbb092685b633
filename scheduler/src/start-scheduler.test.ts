import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectScheduler } from "@mojob/client";
import { startRemoteWorker } from "@mojob/client/worker";
import { defineTriggeredJob, startScheduler } from "@mojob/scheduler";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { freeLowPorts } from "@mojob/test-services/owned-process";
import { until } from "@mojob/test-services/until";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";

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

describe.each([NODE, BUN, DENO])("a program that startScheduler() is a part of, on $name", (runtime) => {
  /** How the program ends that is sent a signal once it listens. */
  async function endOf(signals: readonly NodeJS.Signals[], ...args: readonly string[]): Promise<unknown> {
    const file = join(folder, `${runtime.name}-${args.join("-")}-${signals.join("-")}.db`);
    await using program = spawnProgram(runtime, PROGRAM, { args: [file, ...args] });
    await program.line(/^listening /);
    for (const signal of signals) program.signal(signal);
    return await program.exit;
  }
  const endedBy = (signal: "SIGINT" | "SIGTERM"): unknown =>
    runtime === DENO ? { code: signal === "SIGINT" ? 130 : 143, signal: null } : { code: null, signal };

  it("ends by the signal where something else keeps it alive", async () => {
    expect(await endOf(["SIGTERM"], "busy")).toEqual(endedBy("SIGTERM"));
    expect(await endOf(["SIGINT"], "busy")).toEqual(endedBy("SIGINT"));
  });

  it("ends by itself where nothing does, also where the terminal sends its Ctrl+C twice", async () => {
    expect(await endOf(["SIGINT", "SIGINT"])).toEqual({ code: 0, signal: null });
  });

  it("is left to a listener of its own", async () => {
    expect(await endOf(["SIGTERM"], "busy", "own-listener")).toEqual({ code: 7, signal: null });
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

  it("serves the probes while it waits for a file that another one has, and everything once it is free", async () => {
    const file = join(folder, "waited-for.db");
    const first = await startScheduler({ ...options, file });
    const [port = 0] = await freeLowPorts(1);
    const warnings = vi.spyOn(console, "warn").mockImplementation(() => {});
    const second = startScheduler({ ...options, file, port, token: TOKEN, whenHeld: "wait" });
    const url = `http://127.0.0.1:${port}`;
    const read = async (path: string): Promise<unknown> => {
      const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${TOKEN}` } });
      return [response.status, await response.json()];
    };
    await until("the probes to be served", () =>
      fetch(`${url}/livez`).then(
        () => true,
        () => false,
      ),
    );
    expect(await read("/livez")).toEqual([200, { status: "ok" }]);
    expect(await read("/readyz")).toEqual([200, { status: "standby" }]);
    expect(await read("/api/v1/jobs")).toMatchObject([503, { code: "lock_held" }]);
    expect(warnings.mock.calls.flat().join("\n")).toMatch(
      /Standing by until the store is free: .*waited-for\.db/,
    );
    warnings.mockRestore();
    await first.close();
    const { close } = await second;
    expect(await read("/readyz")).toEqual([200, { status: "ok" }]);
    expect(await read("/api/v1/jobs")).toMatchObject([200, { items: [] }]);
    await close();
  });

  it("asks callers of this machine for the token beside its file", async () => {
    const file = join(folder, "local", "own.db");
    const onWarning = vi.fn<(warning: string) => void>();
    const { url, close } = await startScheduler({ ...options, file, onWarning });
    expect((await fetch(`${url}/api/v1/jobs`)).status).toBe(401);
    const path = join(folder, "local", "token");
    const token = readFileSync(path, "utf8").trim();
    vi.stubEnv("MOJOB_TOKEN_FILE", path);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await connectScheduler({ url }).call("getSession", {})).toMatchObject({ access: "token" });
    const printed = onWarning.mock.calls.flat().join("\n");
    expect(printed).toContain(`(programs send the token in "${path}")`);
    expect(printed).not.toContain(token);
    const [, secret] = /welcome#(mjl_[0-9a-f]{64}) /.exec(printed) ?? [];
    const used = await fetch(`${url}/api/v1/session/link`, {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify({ secret }),
    });
    const cookie = used.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect((await fetch(`${url}/api/v1/jobs`, { headers: { cookie } })).status).toBe(200);
    await close();
    const port = Number(new URL(url).port);
    const again = await startScheduler({ ...options, file, port, localAccess: "link", onWarning });
    expect((await fetch(`${url}/api/v1/jobs`, { headers: { cookie } })).status).toBe(200);
    expect(readFileSync(path, "utf8").trim()).toBe(token);
    await again.close();
  });

  it("prints no link to a panel that a proxy serves below a path, but what signs in there", async () => {
    const file = join(folder, "below", "own.db");
    const onWarning = vi.fn<(warning: string) => void>();
    await (await startScheduler({ ...options, file, basePath: "/ops", onWarning })).close();
    const printed = onWarning.mock.calls.flat().join("\n");
    expect(printed).toMatch(
      /^The panel is below "\/ops", .* give "token" or "authenticate".*\/below\/token"\)$/m,
    );
    expect(printed).not.toContain("mjl_");
  });

  it("asks them for nothing where that is stated, and keeps no token then, nor beside a token of its own", async () => {
    const file = join(folder, "stated", "own.db");
    const onWarning = vi.fn<(warning: string) => void>();
    const open = await startScheduler({ ...options, file, localAccess: "open", onWarning });
    expect((await fetch(`${open.url}/api/v1/jobs`)).status).toBe(200);
    await open.close();
    await (await startScheduler({ ...options, file, token: TOKEN, onWarning })).close();
    await (await startScheduler({ ...options, file, authenticate: () => null, onWarning })).close();
    expect(existsSync(join(folder, "stated", "token"))).toBe(false);
    expect(onWarning.mock.calls.flat().join("\n")).not.toContain("mjl_");
  });

  it("lets a program in whose folder has the token of another start, where it asks for none", async () => {
    const onWarning = (): void => {};
    const left = join(folder, "left", "own.db");
    await (await startScheduler({ ...options, file: left, onWarning })).close();
    vi.stubEnv("MOJOB_TOKEN_FILE", join(folder, "left", "token"));
    onTestFinished(() => void vi.unstubAllEnvs());
    const executors = { shop: ["c0ffee00c0ffee11c0ffee22"] };
    const file = join(folder, "unasked", "own.db");
    const open = await startScheduler({ ...options, file, localAccess: "open", executors });
    const session = await connectScheduler({ url: open.url }).call("getSession", {});
    expect(session).toMatchObject({ access: "local" });
    await open.close();
    const asked = await startScheduler({ ...options, file, executors, onWarning });
    await expect(connectScheduler({ url: asked.url }).call("getSession", {})).rejects.toMatchObject({
      code: "unauthorized",
    });
    await asked.close();
  });

  it("refuses another local access, and one beside a token or a login", async () => {
    const wrong = [
      { localAccess: "none" as never },
      { localAccess: "link", token: TOKEN },
      { localAccess: "open", authenticate: () => null },
    ] as const;
    for (const one of wrong)
      // One after the other: they have the same file.
      // oxlint-disable-next-line no-await-in-loop
      await expect(
        startScheduler({ ...options, file: join(folder, "none.db"), ...one }),
      ).rejects.toMatchObject({
        code: "invalid_argument",
      });
  });

  it("refuses what only an embedded scheduler without a file can do", async () => {
    const wrong = { ...options, file: join(folder, "none.db"), inMemory: true };
    await expect(startScheduler(wrong)).rejects.toMatchObject({ code: "invalid_argument" });
  });
});
