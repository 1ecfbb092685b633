import process from "node:process";
import { parseConfiguration } from "@mojob/core";
import { environment, guardStrayErrors, onShutdownSignal, runtimeInfo, serve } from "@mojob/node";
import { type DistributedWorker, startWorker } from "@mojob/runtime-temporal/worker";
import { jobs } from "./jobs.ts";
import { openStores } from "./open-stores.ts";
import { reportError } from "./report-error.ts";
import { readTemporalSettings } from "./temporal-settings.ts";

// A worker: holds the code of its app's jobs and runs them. Start as many as the work needs.

try {
  const env = environment();
  const configuration = parseConfiguration(env);
  const { app, tenant, port, maxConcurrentRuns, shutdownGraceMs } = configuration;
  let worker: DistributedWorker | null = null;
  const { scope } = guardStrayErrors(({ error, runToken, isFatal }) => {
    if (runToken !== null && worker?.failEscaped(runToken, error)) return;
    reportError(error);
    // Nobody knows what state the program is in: the container is started anew, the runs go on elsewhere.
    if (isFatal) process.exit(1);
  });
  const temporal = await readTemporalSettings(configuration, env);
  const { close, ...stores } = await openStores(configuration);
  worker = await startWorker({
    ...stores,
    app,
    tenant,
    jobs,
    temporal,
    runtime: runtimeInfo(),
    scope,
    worker: { maxConcurrentRuns },
    shutdownGraceMs,
    onError: reportError,
  });
  // For the container's own health check alone, so on loopback.
  const answer = (): Promise<Response> =>
    stores.store.ping().then(
      () => new Response("ok"),
      () => new Response("The store does not answer", { status: 503 }),
    );
  const health = await serve(answer, { hostname: "127.0.0.1", port });
  process.stdout.write(`worker: ${worker.id}\n`);
  onShutdownSignal(() => {
    void health
      .close()
      .then(() => worker?.close())
      .then(() => close())
      .then(() => process.exit(0));
  });
} catch (error) {
  reportError(error);
  process.exit(1);
}
