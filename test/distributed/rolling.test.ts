import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { uniqueName } from "@mojob/contract-tests";
import { startMongodb } from "@mojob/test-services/mongodb";
import { NODE, ROOT, type SpawnedProgram, spawnProgram } from "@mojob/test-services/spawned-program";
import { startTemporal } from "@mojob/test-services/temporal";
import { until } from "@mojob/test-services/until";
import { expect, test } from "vitest";
import { checkOut, findVersionBefore } from "./version-before.ts";

const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
const PATIENCE = { patienceMs: 90_000, everyMs: 50 };
const before = findVersionBefore();

interface Plane {
  readonly program: SpawnedProgram;
  readonly api: string;
}

async function json(url: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${TOKEN}` };
  const response = await fetch(url, { ...init, headers });
  return (await response.json()) as Record<string, unknown>;
}

async function stop(program: SpawnedProgram): Promise<void> {
  program.signalAlone("SIGTERM");
  expect((await program.exit).code, program.output()).toBe(0);
}

// Skipped in a clone without history: it has no version before.
test.skipIf(before === null)(
  "the version before and this one run side by side, start while the other runs, and can be rolled back, and every run counts once",
  { timeout: 300_000 },
  async () => {
    await using programs = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), "mojob-version-before-"));
    programs.defer(() => rm(folder, { recursive: true, force: true }));
    checkOut(before ?? "", folder);
    const folders = { before: folder, now: ROOT };
    await using temporal = await startTemporal();
    await using mongodb = await startMongodb();
    const store = new URL(mongodb.url);
    store.pathname = `/${uniqueName("rolled")}`;
    const start = (name: "control-plane" | "worker", version: keyof typeof folders): SpawnedProgram =>
      programs.use(
        spawnProgram(NODE, join(folders[version], `server/programs/${name}.ts`), {
          env: {
            MOJOB_RUNTIME: `temporal://${temporal.address}/${temporal.namespace}`,
            MOJOB_STORE: store.href,
            MOJOB_PORT: "0",
            MOJOB_TOKEN: TOKEN,
            MOJOB_APP: "hello",
          },
        }),
      );
    const startPlane = async (version: keyof typeof folders): Promise<Plane> => {
      const program = start("control-plane", version);
      const line = await program.line(/^control plane: http/);
      return { program, api: `${line.replace("control plane: ", "").replace(/\/$/, "")}/api/v1` };
    };
    const startWorker = async (version: keyof typeof folders): Promise<SpawnedProgram> => {
      const program = start("worker", version);
      await program.line(/^worker: hello-/);
      return program;
    };
    let ended = 0;
    /** Runs some at once, and some a second later, and waits for all. */
    const work = async (plane: Plane, name: string): Promise<void> => {
      const url = `${plane.api}/jobs/hello/instances`;
      const asked = await Promise.all(
        [0, 0, 0, 1000, 1000].map((delayMs) =>
          json(url, {
            method: "POST",
            body: JSON.stringify({ args: name, ...(delayMs > 0 && { delayMs }) }),
          }),
        ),
      );
      for (const { instance } of asked) {
        const { id } = instance as { readonly id: string };
        await until(
          `run "${id}" of ${name}`,
          async () => (await json(`${plane.api}/instances/${id}`))["state"] === "Succeeded",
          PATIENCE,
        );
        expect(await json(`${plane.api}/instances/${id}`)).toMatchObject({
          result: `Hello ${name}`,
          attempt: 1,
        });
      }
      ended += asked.length;
    };

    const oldPlane = await startPlane("before");
    const oldWorker = await startWorker("before");
    await work(oldPlane, "all before");
    const newPlane = await startPlane("now");
    await work(newPlane, "a control plane of now, a worker of before");
    const newWorker = await startWorker("now");
    await stop(oldWorker);
    await work(oldPlane, "a control plane of before, a worker of now");
    // A process of the version before starts while one of now runs, and goes on alone: the roll is taken back.
    await stop(oldPlane.program);
    const again = await startPlane("before");
    const oldAgain = await startWorker("before");
    await stop(newPlane.program);
    await stop(newWorker);
    await work(again, "rolled back");
    const last = await startPlane("now");
    const lastWorker = await startWorker("now");
    await stop(again.program);
    await stop(oldAgain);
    await work(last, "all now");
    await until(
      "all of them in the counts",
      async () => {
        const { items } = await json(`${last.api}/instances?jobKey=hello&state=Succeeded&limit=200`);
        return (items as readonly unknown[]).length === ended;
      },
      PATIENCE,
    );
    const { counts } = (await json(`${last.api}/overview`)) as {
      readonly counts: Readonly<Record<string, number>>;
    };
    expect(counts["Succeeded"]).toBeGreaterThanOrEqual(ended);
    expect([counts["Terminated"], counts["Enqueued"], counts["Processing"]]).toEqual([0, 0, 0]);
    await stop(lastWorker);
    await stop(last.program);
  },
);
