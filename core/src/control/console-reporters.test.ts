import { afterEach, expect, test, vi } from "vitest";
import { reportFailedRun } from "./console-reporters.ts";

afterEach(() => vi.restoreAllMocks());

test("reportFailedRun() writes one line, however long the error is", () => {
  const lines: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
  reportFailedRun({
    jobKey: "mail.send",
    instanceId: "run-1",
    attempt: 1,
    retryAt: null,
    failure: { code: "job_error", message: `${"x".repeat(3_000_000)}\nat somewhere`, parameters: {} },
  } as unknown as Parameters<typeof reportFailedRun>[0]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    /^\[mojob\] Job "mail\.send" failed, run "run-1", attempt 1, no retry follows: x+…/,
  );
  expect(lines[0]?.length).toBeLessThan(1200);
});
