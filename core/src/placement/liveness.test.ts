import { expect, test } from "vitest";
import { resolveWorkerOptions } from "../running/worker/worker-options.ts";
import { deployedSince, liveSince, LONGEST_HEARTBEAT_MS, WORKER_SILENT_MS } from "./liveness.ts";

test("a worker may miss a heartbeat before it is offline, and its code counts as deployed for longer", () => {
  expect(resolveWorkerOptions().heartbeatMs).toBe(3000);
  expect(resolveWorkerOptions().heartbeatMs).toBeLessThanOrEqual(LONGEST_HEARTBEAT_MS);
  expect(WORKER_SILENT_MS).toBeGreaterThanOrEqual(2 * LONGEST_HEARTBEAT_MS);
  const now = new Date("2026-01-01T00:01:00Z");
  expect(liveSince(now)).toEqual(new Date("2026-01-01T00:00:50Z"));
  expect(deployedSince(now)).toEqual(new Date("2026-01-01T00:00:30Z"));
});
