import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMongodb } from "@mojob/test-services/mongodb";
import { startTemporal } from "@mojob/test-services/temporal";
import { describe, expect, test, vi } from "vitest";
import { startProgram } from "../fixtures/program.ts";
import { buildWorkflows, builtWorkflows } from "./workflow-bundle.ts";

const TOKEN = "5f0c9a1be7d2463c8f1b0d6e";
const PATIENCE_MS = 60_000;

describe("the image's programs", () => {
  test("make a cluster, pass their health checks, and end when they are asked to", async () => {
    await using temporal = await startTemporal();
    await using mongodb = await startMongodb();
    const store = new URL(mongodb.url);
    store.pathname = "/deployed";
    const shared = {
      MOJOB_RUNTIME: `temporal://${temporal.address}/${temporal.namespace}`,
      MOJOB_STORE: store.href,
      MOJOB_PORT: "0",
    };
    await using plane = startProgram("control-plane", {
      ...shared,
      MOJOB_HOST: "0.0.0.0",
      MOJOB_TOKEN: TOKEN,
    });
    await using worker = startProgram("worker", {
      ...shared,
      MOJOB_APP: "hello",
      MOJOB_MAX_CONCURRENT_RUNS: "100",
      MOJOB_SCRIPTS: "shell",
      MOJOB_SCRIPTS_SANDBOX: "unsandboxed",
    });
    const { port } = new URL((await plane.line(/^control plane: http/)).replace("control plane: ", ""));
    await worker.line(/^worker: hello-/);

    const call = async (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
        ...init,
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      });
    const succeeds = async (key: string, result: string): Promise<void> => {
      const asked = await call(`/jobs/${key}/instances`, { method: "POST", body: '{"args":"Ada"}' });
      expect(asked.status).toBe(202);
      const { instance } = (await asked.json()) as { readonly instance: { readonly id: string } };
      const run = (): Promise<unknown> => call(`/instances/${instance.id}`).then((answer) => answer.json());
      await vi.waitFor(async () => expect(await run()).toMatchObject({ state: "Succeeded", result }), {
        timeout: PATIENCE_MS,
        interval: 50,
      });
    };
    await succeeds("hello", "Hello Ada");
    // A worker of the cluster runs scripts where a variable switches them on.
    const source = `printf '"script for %s"' "$1" > "$MOJOB_RESULT_FILE"`;
    const work = { kind: "script", language: "shell", source };
    const body = JSON.stringify({ key: "ops.script", app: "hello", kind: "triggered", work });
    expect((await call("/jobs", { method: "POST", body })).status).toBe(201);
    await succeeds("ops.script", "script for Ada");
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/jobs`)).status).toBe(401);

    expect((await startProgram("healthcheck", { MOJOB_PORT: port }).exit).code).toBe(0);
    for (const program of [worker, plane]) program.signalAlone("SIGTERM");
    expect([(await worker.exit).code, (await plane.exit).code]).toEqual([0, 0]);
    expect((await startProgram("healthcheck", { MOJOB_PORT: port }).exit).code).toBe(1);
  }, 300_000);

  test.each([
    ["worker", { MOJOB_RUNTIME: "temporal://nowhere:7233/mojob" }, /MOJOB_STORE/],
    ["worker", { MOJOB_RUNTIM: "local:" }, /did you mean "MOJOB_RUNTIME"/],
  ] as const)("%s with %j says what is wrong and ends", async (name, env, words) => {
    await using program = startProgram(name, env);
    expect((await program.exit).code).toBe(1);
    expect(program.output()).toMatch(words);
  });
});

test("the image's workflows are bundled once, and taken where they are", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mojob-deploy-"));
  const path = join(folder, "workflows.bundle.js");
  try {
    expect(builtWorkflows(path)).toEqual({});
    await buildWorkflows(path);
    expect(builtWorkflows(path)).toEqual({ workflowBundlePath: path });
    expect(await readFile(path, "utf8")).toContain("runJobInstance");
  } finally {
    await rm(folder, { recursive: true });
  }
}, 180_000);
