import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createManagementApp } from "@mojob/http";
import { keepToken, serve } from "@mojob/node";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { expect, it, onTestFinished } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../scripts/import/main.ts", import.meta.url));
const SOURCE = JSON.stringify([
  { _id: "a", name: "digest", repeatInterval: "0 9 * * 1-5", repeatTimezone: "Asia/Shanghai" },
  { _id: "b", name: "poll", repeatInterval: "7 seconds" },
  { _id: "c", name: "sweep", repeatInterval: "90 seconds", nextRunAt: "2026-12-01T00:00:00Z" },
]);

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (...words: readonly string[]): Promise<Ended> => runIn(tmpdir(), ...words);

async function runIn(cwd: string, ...words: readonly string[]): Promise<Ended> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [SCRIPT, ...words], { cwd });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as Ended;
  }
}

async function sourceFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "mojob-import-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "agenda.json");
  await writeFile(file, SOURCE);
  return file;
}

it("compares offline, and says what is missing", async () => {
  const words = ["--from", "agenda", "--file", await sourceFile(), "--app", "shop"];
  expect(await run(...words)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--zone is missing") as string,
  });
  const { code, stdout } = await run(...words, "--zone", "UTC");
  expect(code).toBe(0);
  expect(stdout).toMatch(/agenda\/digest {2}\(a\)\n {2}0 9 \* \* 1-5 {2}Asia\/Shanghai/);
  expect(stdout).toMatch(/fires in 12 months: (\d+) old, \1 new, 0 differ/);
  expect(stdout).toContain("  every 7 s\n");
  expect(stdout).toContain("  every 90 s\n");
});

it("finds the token of a scheduler of this machine in the folder of its start", async () => {
  const { scheduler, close } = await startEmbedded({ features: FEATURES, app: "shop", jobs: [] });
  onTestFinished(close);
  const file = await sourceFile();
  const token = keepToken(join(dirname(file), ".mojob", "token"));
  const management = createManagementApp(scheduler, { localToken: token });
  onTestFinished(() => management.close());
  const server = await serve(management.fetch, { hostname: "127.0.0.1", port: 0 });
  onTestFinished(() => server.close());
  const words = ["--from", "agenda", "--file", file, "--app", "shop", "--zone", "UTC", "--url", server.url];
  expect(await runIn(dirname(file), ...words)).toMatchObject({ code: 0 });
  expect(await run(...words)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("or send the token of its file") as string,
  });
});

it("imports into a scheduler, once", async () => {
  const { scheduler, close } = await startEmbedded({ features: FEATURES, app: "shop", jobs: [] });
  onTestFinished(close);
  const management = createManagementApp(scheduler);
  onTestFinished(() => management.close());
  const server = await serve(management.fetch, { hostname: "127.0.0.1", port: 0 });
  onTestFinished(() => server.close());
  const words = [
    "--from",
    "agenda",
    "--file",
    await sourceFile(),
    "--app",
    "shop",
    "--zone",
    "UTC",
    "--url",
    server.url,
    "--apply",
  ];
  expect(await run(...words)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(
      "created  agenda/digest\ncreated  agenda/poll\ncreated  agenda/sweep",
    ) as string,
  });
  expect((await run(...words)).stdout).toContain(
    "unchanged  agenda/digest\nunchanged  agenda/poll\nunchanged  agenda/sweep",
  );
  const sweep = await scheduler.jobs.resume("agenda/sweep");
  expect(sweep.definition.options.schedule).toMatchObject({ cron: null, everyMs: 90_000 });
  const { definition, nextFire } = await scheduler.jobs.get("agenda/digest");
  expect([definition.revision, definition.pause?.until, nextFire]).toEqual([1, null, null]);
});
