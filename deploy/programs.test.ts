import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as timer } from "node:timers/promises";
import { startMongodb } from "@mojob/test-services/mongodb";
import { startTemporal } from "@mojob/test-services/temporal";
import { describe, expect, test } from "vitest";
import { ROOT } from "./fixtures/compose-file.ts";
import { readTemporalSettings } from "./temporal-settings.ts";
import { buildWorkflows, builtWorkflows } from "./workflow-bundle.ts";

const NODE = join(ROOT, "node_modules/.bin/node");
const TOKEN = "5f0c9a1be7d2463c8f1b0d6e";
const PATIENCE_MS = 30_000;

interface Program {
  readonly child: ChildProcess;
  /** Resolves to what follows the words on a line of its output. */
  said(words: string): Promise<string>;
  readonly exit: Promise<number | null>;
}

/** Runs a program as the image does. */
function start(file: string, env: Readonly<Record<string, string>>): Program {
  const child = spawn(NODE, [join("deploy", file)], {
    cwd: ROOT,
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exit = once(child, "close").then(([code]) => code as number | null);
  return {
    child,
    exit,
    async said(words) {
      for (const from = performance.now(); performance.now() - from < PATIENCE_MS; await timer(20)) {
        const line = output.split("\n").find((text) => text.startsWith(words));
        if (line !== undefined) return line.slice(words.length).trim();
        if (child.exitCode !== null) break;
      }
      throw new Error(`It never said "${words}" but: ${output}`);
    },
  };
}

describe("the image's programs", () => {
  test("make a cluster, answer their health checks, and end when they are told to", async () => {
    await using temporal = await startTemporal();
    await using mongodb = await startMongodb();
    const store = new URL(mongodb.url);
    store.pathname = "/deployed";
    const shared = {
      MOJOB_RUNTIME: `temporal://${temporal.address}/${temporal.namespace}`,
      MOJOB_STORE: store.href,
      MOJOB_PORT: "0",
    };
    const plane = start("control-plane.ts", { ...shared, MOJOB_HOST: "0.0.0.0", MOJOB_TOKEN: TOKEN });
    const worker = start("worker.ts", { ...shared, MOJOB_APP: "hello", MOJOB_MAX_CONCURRENT_RUNS: "100" });
    const { port } = new URL(await plane.said("control plane:"));
    await worker.said("worker: hello-");

    const call = async (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
        ...init,
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      });
    const asked = await call("/jobs/hello/instances", { method: "POST", body: '{"args":"Ada"}' });
    expect(asked.status).toBe(202);
    const { instance } = (await asked.json()) as { readonly instance: { readonly id: string } };
    let run: { readonly state?: string; readonly result?: unknown } = {};
    for (const from = performance.now(); run.state !== "Succeeded"; await timer(50)) {
      run = (await (await call(`/instances/${instance.id}`)).json()) as typeof run;
      expect(performance.now() - from).toBeLessThan(PATIENCE_MS);
    }
    expect(run.result).toBe("Hello Ada");
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/jobs`)).status).toBe(401);

    expect(await start("healthcheck.ts", { MOJOB_PORT: port }).exit).toBe(0);
    for (const { child } of [worker, plane]) child.kill("SIGTERM");
    expect(await Promise.all([worker.exit, plane.exit])).toEqual([0, 0]);
    expect(await start("healthcheck.ts", { MOJOB_PORT: port }).exit).toBe(1);
  }, 900_000);

  test.each([
    ["control-plane.ts", {}, /MOJOB_RUNTIME/],
    ["worker.ts", { MOJOB_RUNTIME: "temporal://nowhere:7233/mojob" }, /MOJOB_STORE/],
    ["worker.ts", { MOJOB_RUNTIM: "local:" }, /did you mean "MOJOB_RUNTIME"/],
  ])("%s told %j says what is wrong and ends", async (file, env, words) => {
    const program = start(file, env);
    await expect(program.said("nothing of that kind")).rejects.toThrow(words);
    expect(await program.exit).toBe(1);
  });
});

test("the image's workflows are bundled once, and taken where they are", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mojob-deploy-"));
  const path = join(folder, "workflows.bundle.js");
  try {
    expect(builtWorkflows(path)).toEqual({});
    await buildWorkflows(path);
    expect(builtWorkflows(path)).toEqual({ workflowBundle: { codePath: path } });
    expect(await readFile(path, "utf8")).toContain("runJobInstance");
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);

describe("readTemporalSettings()", () => {
  const runtime = { kind: "temporal", address: "temporal.example:7233", namespace: "mojob" } as const;

  test("speaks plainly where nothing is said", async () => {
    expect(await readTemporalSettings({ runtime }, {})).toEqual({
      address: "temporal.example:7233",
      namespace: "mojob",
      tls: false,
    });
  });

  test("shows a key over TLS alone", async () => {
    const settings = await readTemporalSettings({ runtime }, { TEMPORAL_API_KEY: "key" });
    expect(settings).toMatchObject({ apiKey: "key", tls: true });
  });

  test("reads certificates from their files, the client's with its key", async () => {
    const path = join(ROOT, "LICENSE");
    const both = { TEMPORAL_TLS_CLIENT_CERT_PATH: path, TEMPORAL_TLS_CLIENT_KEY_PATH: path };
    const settings = await readTemporalSettings(
      { runtime },
      { ...both, TEMPORAL_TLS_SERVER_CA_CERT_PATH: path },
    );
    expect(settings.tls).toMatchObject({
      serverRootCACertificate: expect.any(Buffer) as unknown,
      clientCertPair: { crt: expect.any(Buffer) as unknown, key: expect.any(Buffer) as unknown },
    });
    await expect(
      readTemporalSettings({ runtime }, { TEMPORAL_TLS_CLIENT_CERT_PATH: path }),
    ).rejects.toMatchObject({ code: "invalid_configuration" });
  });
});
