import { expect, test } from "vitest";
import { MoJobErrorCode } from "../../base/error.ts";
import { resolveWorkerOptions, type WorkerOptions } from "./worker-options.ts";

test("resolveWorkerOptions() shows every default", () => {
  expect(resolveWorkerOptions()).toEqual({
    maxConcurrentRuns: null,
    abortGraceMs: 5000,
    heartbeatMs: 3000,
    maxResultBytes: 262_144,
    maxErrorBytes: 65_536,
    keepStacks: true,
    maxLogBytes: 1_048_576,
    sampleEveryMs: 30_000,
  });
});

test("resolveWorkerOptions() shows every default of a limit that follows the load", () => {
  expect(resolveWorkerOptions({ maxConcurrentRuns: { max: 4 } }).maxConcurrentRuns).toEqual({
    min: 1,
    max: 4,
    targetCpu: 0.8,
    targetMemoryBytes: null,
  });
});

test.each([
  [{ name: "" }, "/name"],
  [{ name: "two\nlines" }, "/name"],
  [{ tags: ["a", "\u202eb"] }, "/tags/1"],
  [{ description: "" }, "/description"],
  [{ labels: { "a.b": "x" } }, "/labels/a.b"],
  [{ labels: { region: 5 } }, "/labels/region"],
  [{ version: "1\n2" }, "/version"],
  [{ tags: Array.from({ length: 33 }, () => "a") }, "/tags"],
  [{ maxConcurrentRuns: 0 }, "/maxConcurrentRuns"],
  [{ maxConcurrentRuns: 1.5 }, "/maxConcurrentRuns"],
  [{ maxConcurrentRuns: {} }, "/maxConcurrentRuns/max"],
  [{ maxConcurrentRuns: { max: 1.5 } }, "/maxConcurrentRuns/max"],
  [{ maxConcurrentRuns: { min: 3, max: 2 } }, "/maxConcurrentRuns/max"],
  [{ maxConcurrentRuns: { max: 2, targetCpu: 80 } }, "/maxConcurrentRuns/targetCpu"],
  [{ maxConcurrentRuns: { max: 2, targetMemory: 80 } }, "/maxConcurrentRuns/targetMemory"],
  [{ heartbeatMs: 0 }, "/heartbeatMs"],
  [{ heartbeatMs: 5001 }, "/heartbeatMs"],
  [{ abortGraceMs: -1 }, "/abortGraceMs"],
  [{ abortGraceMs: Number.NaN }, "/abortGraceMs"],
  [{ maxThreads: 4 }, "/maxThreads"],
])("resolveWorkerOptions(%o) is refused with a pointer", (options, pointer) => {
  expect(() => resolveWorkerOptions(options as WorkerOptions)).toThrow(
    expect.objectContaining({
      code: MoJobErrorCode.InvalidArgument,
      issues: [expect.objectContaining({ pointer })],
    }),
  );
});
