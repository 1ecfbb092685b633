import { defineTriggeredJob, type IMoJobScheduleMetadataStore } from "@mojob/core";
import { connectMongodb } from "@mojob/mongodb";
import { connectTemporal } from "@mojob/runtime-temporal";
import { startControlPlane } from "@mojob/runtime-temporal/control-plane";
import { startWorker } from "@mojob/runtime-temporal/worker";
import { startMongodb } from "@mojob/test-services/mongodb";
import { startTemporal } from "@mojob/test-services/temporal";
import { until } from "@mojob/test-services/until";
import { expect, onTestFinished, test } from "vitest";
import { type CallCounts, countCalls } from "./counted-store.ts";

const TENANT = "cost";
const RUNS = 100;
/** Types of events: scheduled, started, completed. */
const WORKFLOW_TASK = [5, 6, 7];
const ACTIVITY = [10, 11, 12];
/** What background work reads is not a run's. */
const OF_RUNS = new Set(["insert", "insertOrWait", "admit", "update", "endAndAdmit", "get", "firstWaiting"]);

const greet = defineTriggeredJob({
  key: "greet",
  maxConcurrency: null,
  execute: (name: string) => `Hello ${name}`,
});

function ofRuns(counts: CallCounts): CallCounts {
  return Object.fromEntries(Object.entries(counts).filter(([name]) => OF_RUNS.has(name)));
}

/** A control plane and a worker, each over a store that counts. */
async function open() {
  const [temporal, mongodb] = await Promise.all([startTemporal(), startMongodb()]);
  onTestFinished(async () => void (await Promise.all([temporal.close(), mongodb.close()])));
  const stores = await connectMongodb(mongodb.url);
  onTestFinished(() => stores.close());
  const address = { address: temporal.address, namespace: temporal.namespace };
  const connection = await connectTemporal(address);
  onTestFinished(() => connection.close());
  const [planes, workers] = [countCalls(stores.store, "instances"), countCalls(stores.store, "instances")];
  const shared = (store: IMoJobScheduleMetadataStore) => ({
    tenant: TENANT,
    store,
    state: stores.state,
    temporal: address,
  });
  const plane = await startControlPlane(shared(planes.store));
  onTestFinished(() => plane.close());
  let ended = 0;
  const hooks = { onRunEnd: () => void (ended += 1) };
  const worker = await startWorker({ ...shared(workers.store), app: "cost", jobs: [greet], hooks });
  onTestFinished(() => worker.close());
  return {
    scheduler: plane.scheduler,
    client: connection.client,
    /** Waits for so many ends, and resolves to what both processes asked of the runs' store meanwhile. */
    async during(runs: number, work: () => Promise<unknown>): Promise<readonly CallCounts[]> {
      const before = ended;
      const ends = (): Promise<true> => until("the ends", async () => ended >= before + runs);
      let worked: CallCounts = {};
      const planned = await planes.during(async () => {
        worked = await workers.during(() => Promise.all([work(), ends()]));
      });
      return [ofRuns(planned), ofRuns(worked)];
    },
  };
}

test("what a run costs on Temporal and MongoDB", { timeout: 180_000 }, async () => {
  const { scheduler, client, during } = await open();
  const ids: string[] = [];
  const one = async (): Promise<void> => void ids.push((await scheduler.trigger(greet, "Ada")).id);
  await during(1, one);
  expect(await during(1, one)).toEqual([{ insert: 1 }, { admit: 1, update: 1, get: 1 }]);
  const handle = client.workflow.getHandle(`${TENANT}|${ids.at(-1)}`);
  await until("the end of its workflow", async () => (await handle.describe()).status.name === "COMPLETED");
  const { events } = await handle.fetchHistory();
  const types = (events ?? []).map(({ eventType }) => Number(eventType));
  // Started, a workflow task, the activity, a workflow task, completed: the least that a workflow with an activity has.
  expect(types).toEqual([1, ...WORKFLOW_TASK, ...ACTIVITY, ...WORKFLOW_TASK, 2]);

  const requests = Array.from({ length: RUNS }, () => ({ args: "Ada" }));
  const many = (): Promise<unknown> => scheduler.instances.triggerMany("greet", requests);
  await during(RUNS, many);
  const [planned = {}, worked = {}] = await during(RUNS, many);
  // One turn checks them, or a few where the machine is slow.
  expect(Object.keys(planned)).toEqual(["insert"]);
  expect(planned["insert"]).toBeLessThanOrEqual(3);
  // Group commit: what ends while a write is under way goes into the next one.
  expect(worked["admit"]).toBeLessThanOrEqual(3);
  expect(worked["update"]).toBeLessThanOrEqual(10);
  expect(Object.keys(worked).toSorted()).toEqual(["admit", "update"]);
  const query = `WorkflowType = "runJobBatch" AND TaskQueue = "mojob:${TENANT}"`;
  const histories: number[] = [];
  for await (const { historyLength } of client.workflow.list({ query })) histories.push(historyLength);
  expect(histories.length).toBeLessThanOrEqual(4);
  expect(Math.max(...histories)).toBeLessThanOrEqual(11);
});
