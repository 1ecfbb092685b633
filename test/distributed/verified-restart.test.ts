import { uniqueName } from "@mojob/contract-tests";
import { defineTriggeredJob } from "@mojob/core";
import { fileChecks } from "@mojob/command-runner";
import { connectMongodb } from "@mojob/mongodb";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { startMongodb } from "@mojob/test-services/mongodb";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

test("work that is verified later is not executed again by the process that comes after a restart on MongoDB, and ends there", async () => {
  const server = await startMongodb();
  onTestFinished(() => server.close());
  const url = new URL(server.url);
  url.pathname = `/${uniqueName("verified")}`;
  const folder = await mkdtemp(join(tmpdir(), "verified-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const mark = join(folder, "done.txt");
  let executed = 0;
  const start = defineTriggeredJob({ key: "start", execute: () => ({ started: (executed += 1) }) });
  const open = async () => {
    const { store, state, close } = await connectMongodb(url.href);
    const embedded = await startEmbedded({
      features: FEATURES,
      app: "ops",
      jobs: [start],
      runners: [fileChecks({ folders: [folder] })],
      store,
      state,
      hooks: { onRunEnd: () => {} },
    });
    return {
      scheduler: embedded.scheduler,
      close: async () => {
        await embedded.close();
        await close();
      },
    };
  };
  const first = await open();
  const use = { name: "mark", type: "file", test: "exists", uri: `'${mark}'` };
  const verify = { afterMs: 1000, everyMs: 1000, timeoutMs: 60_000, check: { type: "resource", use } };
  const node = { id: "load", type: "job", job: { work: { kind: "code", handler: "start" }, verify } };
  const results = [{ name: "started", type: "number", expression: "$.JOB['load'].RESULT.started" }];
  const work = { kind: "task", body: { engine: 1, nodes: [node], results } };
  await first.scheduler.jobs.create({ key: "load", app: "ops", kind: "triggered", work });
  const { id } = await first.scheduler.trigger("load");
  const waiting = async (): Promise<string | undefined> =>
    (await first.scheduler.instances.children(id))[0]?.state;
  await expect.poll(waiting, { timeout: 20_000 }).toBe("Scheduled");
  await first.close();
  const second = await open();
  onTestFinished(() => second.close());
  await writeFile(mark, "done");
  expect(await second.scheduler.ended(id, { timeoutMs: 30_000 })).toMatchObject({
    state: "Succeeded",
    result: { started: 1 },
  });
  expect(executed).toBe(1);
}, 120_000);
