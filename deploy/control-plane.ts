import process from "node:process";
import { parseConfiguration } from "@mojob/core";
import { createManagementApp } from "@mojob/http";
import { environment, onShutdownSignal, serve } from "@mojob/node";
import { startControlPlane } from "@mojob/runtime-temporal/worker";
import { openStores } from "./open-stores.ts";
import { reportError } from "./report-error.ts";
import { readTemporalSettings } from "./temporal-settings.ts";
import { builtWorkflows } from "./workflow-bundle.ts";

// A control plane: decides what runs when, serves the API and the panel. Any number share the work.

const REQUEST_GRACE_MS = 2000;

try {
  const env = environment();
  const configuration = parseConfiguration(env);
  const { tenant, host, port, token, corsOrigins, recurringDebugMode, triggeredDebugMode } = configuration;
  const temporal = await readTemporalSettings(configuration, env);
  const { close, ...stores } = await openStores(configuration);
  const plane = await startControlPlane({
    ...stores,
    tenant,
    temporal,
    ...builtWorkflows(),
    scheduler: { recurringDebugMode, triggeredDebugMode },
    onError: reportError,
  });
  const app = createManagementApp(plane.scheduler, {
    ...(token !== null && { token }),
    cors: { origins: corsOrigins },
    onError: reportError,
  });
  const server = await serve(app.fetch, { hostname: host, port, closeGraceMs: REQUEST_GRACE_MS });
  process.stdout.write(`control plane: ${server.url}\n`);
  onShutdownSignal(() => {
    void server
      .close()
      .then(() => app.close())
      .then(() => plane.close())
      .then(() => close())
      .then(() => process.exit(0));
  });
} catch (error) {
  reportError(error);
  process.exit(1);
}
