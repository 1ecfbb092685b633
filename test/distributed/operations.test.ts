import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { env } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { uniqueName } from "@mojob/contract-tests";
import { defineTriggeredJob, JobState } from "@mojob/core";
import * as platform from "@mojob/node";
import { connectTemporal, startJob } from "@mojob/runtime-temporal";
import { openDeployment, parseConfiguration } from "@mojob/server";
import { startMongodb } from "@mojob/test-services/mongodb";
import { startTemporal } from "@mojob/test-services/temporal";
import { whyNoProductionTemporal } from "@mojob/test-services/production-temporal";
import { resolveTemporalProgram } from "@mojob/test-services/temporal-program";
import { ROOT } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { expect, test } from "vitest";
import { checkOut, findVersionBefore } from "./version-before.ts";

const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
const PATIENCE = { patienceMs: 90_000 };
const MONGO_TOOLS = fileURLToPath(new URL("fixtures/mongo-tools.ts", import.meta.url));
const run = promisify(execFile);

/** The commands of each section of the page, block by block. */
function readSections(): ReadonlyMap<string, readonly string[]> {
  const page = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
  const sections = page
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = ""] = section.split("\n");
      return [title, [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = ""]) => block)] as const;
    });
  return new Map(sections);
}

const missing = await whyNoProductionTemporal();

test.concurrent.for([
  { server: "development", lacks: null },
  { server: "postgres", lacks: missing },
] as const)(
  "the commands of the page do what it says, on the server of kind $server",
  { timeout: 600_000 },
  async ({ server, lacks }, { skip }) => {
    skip(lacks !== null, `There is no production Temporal: ${lacks}`);
    const sections = readSections();
    const { command } = await resolveTemporalProgram();
    const folder = await mkdtemp(join(tmpdir(), "mojob-operations-"));
    await symlink(command, join(folder, "temporal"));
    for (const tool of ["mongosh", "mongodump", "mongorestore"])
      await writeFile(join(folder, tool), `#!/bin/sh\nexec node '${MONGO_TOOLS}' "$0" "$@"\n`, {
        mode: 0o755,
      });
    await symlink(process.execPath, join(folder, "node"));
    // The release before, where this clone has it.
    const before = findVersionBefore();
    const releases = { now: ROOT, before: before === null ? ROOT : join(folder, "before") };
    if (before !== null) {
      await mkdir(releases.before);
      checkOut(before, releases.before);
    }
    // The commands of the page are typed in the folder of the release.
    await symlink(join(ROOT, "server"), join(folder, "server"));
    await using temporal = await startTemporal(
      server === "postgres" ? { server, durable: true } : { durable: true },
    );
    await using mongodb = await startMongodb();
    const store = new URL(mongodb.url);
    store.pathname = `/${uniqueName("operated")}`;
    const gate = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const said: string[] = [];
    const deployment = await openDeployment(
      parseConfiguration({
        MOJOB_RUNTIME: `temporal://${temporal.address}/${temporal.namespace}`,
        MOJOB_STORE: store.href,
        MOJOB_APP: "operated",
        MOJOB_PORT: "0",
        MOJOB_TOKEN: TOKEN,
      }),
      {
        platform,
        jobs: [
          defineTriggeredJob({ key: "nap", maxConcurrency: null, execute: () => gate.promise }),
          defineTriggeredJob({ key: "held", execute: () => held.promise }),
          defineTriggeredJob({ key: "quick", maxConcurrency: null, execute: () => {} }),
        ],
        onError: (error) => void said.push(String(error)),
        onWarning: (warning) => void said.push(warning),
      },
    );
    const connection = await connectTemporal(temporal);
    const { workflow } = connection.client;
    const scheduler = deployment.scheduler();
    const stateOf = async (id: string): Promise<string> => (await scheduler.instances.get(id)).state;
    const reaches = (id: string, state: string) =>
      until(`run "${id}" as ${state}`, async () => (await stateOf(id)) === state, PATIENCE);
    const sh = async (script: string, more: Readonly<Record<string, string>> = {}): Promise<string> => {
      const { stdout } = await run("sh", ["-ec", script], {
        cwd: folder,
        env: {
          ...env,
          PATH: `${folder}:${env["PATH"]}`,
          TEMPORAL_ADDRESS: temporal.address,
          TEMPORAL_NAMESPACE: temporal.namespace,
          MOJOB_RUNTIME: `temporal://${temporal.address}/${temporal.namespace}`,
          MOJOB_STORE: store.href,
          MOJOB_APP: "hello",
          MOJOB_PORT: "0",
          MOJOB_TOKEN: TOKEN,
          API: deployment.url?.replace(/\/$/, "") ?? "",
          ...more,
        },
      });
      return stdout;
    };
    const type = (title: string, runId: string, block = 0, release: string = ROOT): Promise<string> => {
      const script = sections.get(title)?.[block];
      if (script === undefined) throw new Error(`The page has no block ${block} in section "${title}"`);
      return sh(script, { RUN: runId, RELEASE: release });
    };
    /** The id of the worker that the page's commands have started. */
    const startedWorker = (): Promise<string> =>
      until(
        "the worker to be ready",
        async () => /^worker: (\S+)$/m.exec(await readFile(join(folder, "worker.log"), "utf8"))?.[1],
        PATIENCE,
      );
    /** Waits until the worker is the only one of its app, and has it run something. */
    const isRunBy = async (worker: string): Promise<void> => {
      const others = async () =>
        (await scheduler.workers()).filter(
          ({ app, id, draining }) => app === "hello" && id !== worker && !draining,
        );
      await until("the worker before to leave", async () => (await others()).length === 0, PATIENCE);
      const { id } = await scheduler.instances.trigger("hello", { args: "you" });
      await reaches(id, JobState.Succeeded);
      expect(await scheduler.instances.get(id)).toMatchObject({ worker, result: "Hello you", attempt: 1 });
    };
    try {
      // Terminate: a run that waits is dispatched again.
      const waiting = await scheduler.instances.trigger("quick", { delayMs: 4000 });
      await until(
        "its workflow",
        () =>
          workflow
            .getHandle(waiting.id)
            .describe()
            .catch(() => null),
        PATIENCE,
      );
      await type("Terminate a workflow", waiting.id);
      await reaches(waiting.id, JobState.Succeeded);

      // Find: the workflow that the API names is the run's.
      expect(JSON.parse(await type("Find the workflow of a run", waiting.id))).toMatchObject({
        carrier: { id: waiting.id, isOpen: expect.any(Boolean) as boolean },
      });

      // Cancel: one by its id, many by a filter.
      const later = await scheduler.instances.trigger("quick", { delayMs: 86_400_000 });
      await until(
        "its workflow",
        () =>
          workflow
            .getHandle(later.id)
            .describe()
            .catch(() => null),
        PATIENCE,
      );
      expect(await type("Cancel a run", later.id)).toContain("Cancelled");
      const ended = async () => (await workflow.getHandle(later.id).describe()).status.name !== "RUNNING";
      await until("the end of its workflow", ended, PATIENCE);
      const naps = Array.from({ length: 20 }, () => ({ delayMs: 86_400_000 }));
      await scheduler.instances.triggerMany("nap", naps);
      expect(JSON.parse(await type("Cancel a run", "", 1))).toMatchObject({ matched: 20, done: 20 });

      // Reset: an attempt that runs goes on.
      await startJob(connection.client, { instanceId: "operated-1", jobKey: "nap" });
      await until(
        "the attempt",
        async () => {
          const found = await scheduler.instances.get("operated-1").catch(() => null);
          return found?.state === JobState.Processing;
        },
        PATIENCE,
      );
      await type("Reset a workflow", "operated-1");
      gate.resolve();
      await reaches("operated-1", JobState.Succeeded);
      expect((await scheduler.instances.get("operated-1")).attempt).toBe(1);

      // Lose Temporal: it is named, runs are taken, and they end when it is back.
      await temporal.stop();
      const health = await until(
        "the outage",
        async () => {
          const read = await type("Lose Temporal", "");
          return read.includes('"unavailable"') && read;
        },
        PATIENCE,
      );
      expect(health).toContain(temporal.address);
      const taken = await scheduler.instances.trigger("quick", {});
      await until("one line", () => said.some((line) => line.includes("Temporal is unavailable")), PATIENCE);
      await temporal.restart();
      await reaches(taken.id, JobState.Succeeded);

      // Read what is wrong.
      await until("its health", async () => (await scheduler.health()).every(({ ok }) => ok), PATIENCE);
      const read = await type("Read what is wrong", "");
      expect(read).toContain('"status":"ok"');
      for (const metric of [
        'mojob_up{part="temporal",tenant="default"} 1',
        'mojob_firing_lag_seconds{tenant="default"} 0',
        "mojob_dispatch_failures_total",
      ])
        expect(read).toContain(metric);
      expect(await type("Read what is wrong", "", 1)).toContain("scheduleJobs");

      // Limit a worker: a process of its own, which is stopped and started again.
      await sh("nohup node server/programs/worker.ts > worker.log 2>&1 & echo $! > worker.pid");
      await isRunBy(await startedWorker());
      await type("Limit a worker", "");
      const limited = await startedWorker();
      await isRunBy(limited);
      const workers = JSON.parse(await type("Limit a worker", "", 1)) as {
        readonly items: readonly object[];
      };
      expect(workers.items).toContainEqual(expect.objectContaining({ id: limited, limit: 5 }));

      // Roll, and roll back.
      await type("Roll to a new version", "", 0, releases.before);
      await isRunBy(await startedWorker());
      await type("Roll to a new version", "", 0, releases.now);
      await isRunBy(await startedWorker());

      // Restore: what ended after the copy is given up, what began after it is unknown.
      const underWay = await scheduler.instances.trigger("held", {});
      await reaches(underWay.id, JobState.Processing);
      await type("Restore the store", "");
      const newer = await scheduler.instances.trigger("quick", {});
      await reaches(newer.id, JobState.Succeeded);
      held.resolve();
      await reaches(underWay.id, JobState.Succeeded);
      await type("Restore the store", "", 1);
      await reaches(underWay.id, JobState.Terminated);
      expect((await scheduler.instances.get(underWay.id)).error).toMatchObject({ code: "worker_lost" });
      await expect(scheduler.instances.get(newer.id)).rejects.toMatchObject({ code: "instance_not_found" });

      // Drop: it is reported, and the jobs are there again.
      await until("its health", async () => (await scheduler.health()).every(({ ok }) => ok), PATIENCE);
      said.length = 0;
      await type("Drop the database", "");
      // The first process to notice it says that it was dropped, and each that the jobs were lost.
      const isReported = () => said.some((line) => line.includes("had lost everything"));
      await until("a line", isReported, PATIENCE);
      const attention = async () => (await type("Read what is wrong", "")).includes("store_restored");
      await until("the jobs to be stored again", attention, PATIENCE);
      const fresh = await scheduler.instances.trigger("quick", {});
      await reaches(fresh.id, JobState.Succeeded);
    } finally {
      gate.resolve();
      held.resolve();
      await sh('[ ! -e worker.pid ] || kill -9 "$(cat worker.pid)"').catch(() => {});
      await connection.close();
      await deployment.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
