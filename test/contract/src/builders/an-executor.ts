import type { ExecutorRecord } from "@mojob/core/ports";
import { instant } from "./instant.ts";

/** An idle worker process, but for what is said otherwise. */
export function anExecutor(overrides: Partial<ExecutorRecord> = {}): ExecutorRecord {
  return {
    id: "executor-1",
    tenant: "default",
    app: "billing",
    runtime: "node",
    runtimeVersion: "24.0.0",
    startedAt: instant(),
    lastSeenAt: instant(),
    running: 0,
    abandoned: 0,
    limit: null,
    draining: false,
    jobKeys: ["billing.send-invoice"],
    ...overrides,
  };
}
