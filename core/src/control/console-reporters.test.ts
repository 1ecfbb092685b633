import { afterEach, expect, test, vi } from "vitest";
import { reportError, reportFailedRun, reportWarning } from "./console-reporters.ts";

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

test("what others wrote cannot move the cursor of a terminal, forge a line or turn it around", () => {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  vi.spyOn(console, "error").mockImplementation(write);
  vi.spyOn(console, "warn").mockImplementation(write);
  const text = "a\u001b[2Kb\u202ec\u2028d\u009be\rf";
  const shown = "a\\u001b[2Kb\\u202ec\\u2028d\\u009be\\u000df";
  reportWarning(`${text}\nx`);
  reportFailedRun({
    jobKey: "mail.send",
    instanceId: "run-1",
    attempt: 1,
    retryAt: null,
    failure: { code: "job_error", message: text, parameters: {} },
  } as unknown as Parameters<typeof reportFailedRun>[0]);
  reportError(new Error(text, { cause: new Error(`why ${text}`) }));
  reportError({ text });
  expect(lines[0]).toBe(`[mojob] ${shown}\\u000ax`);
  expect(lines[1]).toContain(`: ${shown}`);
  expect(lines[2]).toMatch(/^\[mojob\] Error: a[^]*\n {4}at [^]*\n\[cause\]: Error: why a/);
  // oxlint-disable-next-line no-control-regex -- These are what must not be there.
  for (const line of lines) expect(line).not.toMatch(/[\u001b\u202e\u2028\u009b]/);
});
