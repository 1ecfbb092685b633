import { createManagementApp } from "@mojob/http";
import { connectMongodb } from "@mojob/mongodb";
import { startControlPlane } from "@mojob/runtime-temporal/worker";
import { failAt } from "../faults/fail-points.ts";
import { ownAdapter } from "./own-adapter.ts";
import { endNow, readSettings, reportError, reportRefusal, sayReady } from "./program-settings.ts";

// A control plane with its API, until it is told to end.

const { tenant, mongodb, temporal, workflowBundle, port, failPoint } = readSettings();
const { serve, onShutdownSignal } = await ownAdapter();
const stores = await connectMongodb(mongodb);
const plane = await startControlPlane({
  tenant,
  ...failAt(stores, failPoint),
  temporal: temporal ?? {},
  onError: reportError,
  ...(workflowBundle !== null && { workflowBundle: { codePath: workflowBundle } }),
});
const { fetch } = createManagementApp(plane.scheduler, { onError: reportRefusal });
const server = await serve(fetch, { hostname: "127.0.0.1", port });
onShutdownSignal(() => {
  void server
    .close()
    .then(() => plane.close())
    .then(() => stores.close())
    .then(endNow);
});
sayReady(null);
