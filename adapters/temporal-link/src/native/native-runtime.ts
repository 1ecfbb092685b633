import { DefaultLogger, makeTelemetryFilterString, Runtime } from "@temporalio/worker";

let isInstalled = false;

/**
 * Sets the native worker up once per process, unless the program has done so itself: by default it would handle the
 * process's signals and write lines for each worker and each retry.
 */
export function installNativeRuntime(): void {
  if (isInstalled) return;
  isInstalled = true;
  try {
    Runtime.install({
      shutdownSignals: [],
      logger: new DefaultLogger("ERROR"),
      telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: "ERROR", other: "ERROR" }) } },
    });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "IllegalStateError") throw error;
  }
}
