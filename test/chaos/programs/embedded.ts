import { createManagementApp } from "@mojob/http";
import { connectMongodb } from "@mojob/mongodb";
import { startEmbedded } from "@mojob/runtime-local";
import { failAt } from "../faults/fail-points.ts";
import { EffectLedger } from "../ledger/effect-ledger.ts";
import { chaosJobs } from "./chaos-jobs.ts";
import { ownAdapter } from "./own-adapter.ts";
import { endNow, readSettings, reportError, reportRefusal, sayReady } from "./program-settings.ts";

// The whole scheduler in one process, on a store that outlives it, until it is told to end.

const { name, tenant, ledger, mongodb, port, failPoint } = readSettings();
const { serve, onShutdownSignal, runtimeInfo } = await ownAdapter();
const stores = await connectMongodb(mongodb);
const embedded = await startEmbedded({
  app: "chaos",
  tenant,
  ...failAt(stores, failPoint),
  jobs: chaosJobs(new EffectLedger(ledger, name)),
  worker: { abortGraceMs: 500 },
  runtime: runtimeInfo(),
  shutdownGraceMs: 6000,
  onError: reportError,
});
const { fetch } = createManagementApp(embedded.scheduler, { onError: reportRefusal });
const server = await serve(fetch, { hostname: "127.0.0.1", port });
onShutdownSignal(() => {
  void server
    .close()
    .then(() => embedded.close())
    .then(() => stores.close())
    .then(endNow);
});
// Those of earlier lives are still remembered; this one began last.
const workers = await embedded.scheduler.workers();
const own = workers.reduce((a, b) => (a.startedAt > b.startedAt ? a : b));
sayReady(own.id);
