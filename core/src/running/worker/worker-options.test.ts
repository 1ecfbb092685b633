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
