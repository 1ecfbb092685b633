import { expect, test } from "vitest";
import { resolveWorkerOptions } from "../running/worker/worker-options.ts";
import { EXECUTOR_LIFETIME_MS, liveSince, LONGEST_HEARTBEAT_MS, WORKER_SILENT_MS } from "./liveness.ts";

test("a worker may miss a heartbeat before its attempts are lost, and these are lost before it leaves the list", () => {
  expect(resolveWorkerOptions().heartbeatMs).toBeLessThanOrEqual(LONGEST_HEARTBEAT_MS);
  expect(WORKER_SILENT_MS).toBeGreaterThanOrEqual(2 * LONGEST_HEARTBEAT_MS);
  expect(EXECUTOR_LIFETIME_MS).toBeGreaterThan(WORKER_SILENT_MS);
  const now = new Date("2026-01-01T00:01:00Z");
  expect(liveSince(now)).toEqual(new Date("2026-01-01T00:00:30Z"));
});
