import { connectMongodb } from "@mojob/mongodb";
import { startWorker } from "@mojob/runtime-temporal/worker";
import { failAt } from "../faults/fail-points.ts";
import { EffectLedger } from "../ledger/effect-ledger.ts";
import { chaosJobs } from "./chaos-jobs.ts";
import { ownAdapter } from "./own-adapter.ts";
import { endNow, readSettings, reportError, sayReady } from "./program-settings.ts";

// A worker, until it is told to end.

const { name, tenant, ledger, mongodb, temporal, failPoint } = readSettings();
const { onShutdownSignal, runtimeInfo } = await ownAdapter();
const stores = await connectMongodb(mongodb);
const worker = await startWorker({
  app: "chaos",
  tenant,
  ...failAt(stores, failPoint),
  temporal: temporal ?? {},
  jobs: chaosJobs(new EffectLedger(ledger, name)),
  worker: { abortGraceMs: 500, maxConcurrentRuns: 200 },
  runtime: runtimeInfo(),
  shutdownGraceMs: 6000,
  onError: reportError,
});
onShutdownSignal(
  () =>
    void worker
      .close()
      .then(() => stores.close())
      .then(endNow),
);
sayReady(worker.id);
