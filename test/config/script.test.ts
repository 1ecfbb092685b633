import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { MoJobScheduler } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { createManagementApp } from "@mojob/http";
import { serve } from "@mojob/node";
import { startEmbedded } from "@mojob/runtime-local";
import { expect, it, onTestFinished } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SCRIPT = join(ROOT, "scripts/config/main.ts");
const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
const CLOSE =
  "apiVersion: mojob/v1\n\njobs:\n  shop.close:\n    app: shop\n    kind: recurring\n    cron: 0 18 * * *\n";

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Opened {
  readonly scheduler: MoJobScheduler;
  readonly url: string;
  /** A folder with `mojob.yaml`. */
  readonly folder: string;
}

async function open(text: string): Promise<Opened> {
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "shop",
    inMemory: true,
    jobs: [],
  });
  onTestFinished(close);
  const management = createManagementApp(scheduler, { token: TOKEN });
  onTestFinished(() => management.close());
  const server = await serve(management.fetch, { hostname: "127.0.0.1", port: 0 });
  onTestFinished(() => server.close());
  const folder = await mkdtemp(join(tmpdir(), "mojob-config-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "mojob.yaml"), text);
  return { scheduler, url: server.url, folder };
}

async function run(command: string, words: readonly string[], cwd: string, env: object = {}): Promise<Ended> {
  try {
    const options = { cwd, env: { ...process.env, MOJOB_TOKEN: TOKEN, ...env } };
    return { code: 0, ...(await promisify(execFile)(command, [...words], options)) };
  } catch (error) {
    return error as Ended;
  }
}

it("reads, compares and applies, and its exit code says what it found", async () => {
  const { url, folder } = await open(CLOSE);
  const config = (...words: readonly string[]): Promise<Ended> =>
    run(process.execPath, [SCRIPT, ...words, "--url", url], folder);
  expect(await config("get")).toMatchObject({ code: 0, stdout: "apiVersion: mojob/v1\n" });
  const file = ["--file", "mojob.yaml"];
  expect(await config("diff", ...file)).toMatchObject({
    code: 2,
    stdout:
      '+ jobs/shop.close\n    /app: "shop"\n    /kind: "recurring"\n    /cron: "0 18 * * *"\n1 changes\n',
  });
  expect(await config("apply", ...file, "--note", "commit 1a2b3c")).toMatchObject({ code: 0 });
  expect(await config("diff", ...file)).toMatchObject({ code: 0, stdout: "Nothing differs\n" });
  expect(await config("get")).toMatchObject({ stdout: CLOSE });
  await writeFile(join(folder, "mojob.yaml"), CLOSE.replace("18", "25"));
  expect(await config("diff", ...file)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/\n7:5 \/jobs\/shop\.close\/cron .*hour/) as string,
  });
  expect(await config("diff")).toMatchObject({ code: 1, stderr: "--file is missing\n" });
  expect(await config("get", ...file)).toMatchObject({ code: 1, stderr: "--file has no meaning with get\n" });
});

it.each(["docs/config.md", "docs/config.zh-CN.md"])("runs in CI as %s has it", async (page) => {
  const { scheduler, url, folder } = await open(CLOSE);
  await scheduler.jobs.create({ key: "shop.old", app: "shop", kind: "triggered" });
  const [, script = ""] = /```sh ci\n([^]*?)```/.exec(await readFile(join(ROOT, page), "utf8")) ?? [];
  const here = script.replaceAll("npm run --silent config --", `"${process.execPath}" "${SCRIPT}"`);
  expect(here).not.toBe(script);
  const ended = await run("bash", ["-c", here], folder, { MOJOB_URL: url, COMMIT: "1a2b3c" });
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("- jobs/shop.old") as string });
  expect((await scheduler.jobs.list({}, { limit: 9 })).items.map(({ definition: { key } }) => key)).toEqual([
    "shop.close",
  ]);
  await writeFile(join(folder, "mojob.yaml"), "apiVersion: mojob/v1\njobs: []\n");
  const failed = await run("bash", ["-c", here], folder, { MOJOB_URL: url, COMMIT: "1a2b3c" });
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("2:1 /jobs must be an object") as string,
  });
});

const HAS_JQ = spawnSync("jq", ["--version"]).status === 0 && spawnSync("curl", ["--version"]).status === 0;

// Where jq and curl are not installed nobody uses them so.
it.skipIf(!HAS_JQ)("is compared and applied by curl as docs/config.md has it", async () => {
  const { scheduler, url, folder } = await open(CLOSE);
  const text = await readFile(join(ROOT, "docs/config.md"), "utf8");
  const [, script = ""] = /```sh\n(jq [^]*?)```/.exec(text) ?? [];
  const env = { URL: url, TOKEN };
  expect(await run("bash", ["-c", `set -euo pipefail\n${script}`], folder, env)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\{"applied":\[\{"section":"jobs","id":"shop.close"/) as string,
  });
  expect((await scheduler.jobs.get("shop.close")).definition.options.schedule?.cron).toBe("0 18 * * *");
});
