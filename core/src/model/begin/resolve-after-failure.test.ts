import { reasonText } from "../code/reason-text.ts";
import { describe, expect, test } from "vitest";
import { aDefinition, START } from "@mojob/test-fixtures/records";
import type { StatedOptions } from "../option/job-options.ts";
import { type FailedAttempt, resolveAfterFailure } from "./resolve-after-failure.ts";

const first: FailedAttempt = {
  id: "run-1",
  retries: 0,
  isFinal: false,
  names: ["TypeError", "ECONNRESET"],
  mayRetryNow: true,
};

function reasonAfter(options: StatedOptions | null, failed: Partial<FailedAttempt> = {}): string {
  const job = options === null ? null : aDefinition({ options });
  const after = resolveAfterFailure({ job, now: START }, { ...first, ...failed });
  return after.next === "terminate" ? reasonText(after.reason) : after.next;
}

const OTHERS = "The job retries on other errors only (retryOn)";
const FINAL = "The error says that a retry is of no use";

describe("resolveAfterFailure()", () => {
  test.each<[StatedOptions | null, Partial<FailedAttempt>, string]>([
    [null, {}, "The job was deleted"],
    [null, { isFinal: true }, "The job was deleted"],
    [{}, {}, "The job has no retries"],
    [{ disabled: true }, {}, "The job has no retries"],
    // The error's own word comes first: no other number of retries would help.
    [{}, { isFinal: true }, FINAL],
    [{ retryCount: 2 }, { isFinal: true }, FINAL],
    [{ retryCount: 2 }, { retries: 2, isFinal: true }, FINAL],
    [{ retryCount: 2, disabled: true }, { isFinal: true }, FINAL],
    [{ retryCount: 2 }, { retries: 2 }, "Retries used up: 2 of 2"],
    // Lowered while it ran.
    [{ retryCount: 2 }, { retries: 6 }, "Retries used up: 2 of 2"],
    [{ retryCount: 2, disabled: true }, {}, "The job is disabled"],
    [{ retryCount: 2 }, {}, "retryNow"],
    [{ retryCount: 2 }, { retries: 1 }, "retryNow"],
    [{ retryCount: 2 }, { mayRetryNow: false }, "retryLater"],
    [{ retryCount: 2, retryIntervalMs: 1 }, {}, "retryLater"],
    [{ retryCount: 2, retryOn: ["ECONNRESET"] }, {}, "retryNow"],
    [{ retryCount: 2, retryOn: ["RangeError", "TypeError"] }, {}, "retryNow"],
    [{ retryCount: 2, retryOn: ["RangeError"] }, {}, OTHERS],
    [{ retryOn: ["RangeError"] }, {}, OTHERS],
    [{ retryCount: 2, retryOn: ["timeout"] }, { names: ["timeout"] }, "retryNow"],
    [{ retryCount: 2, retryOn: ["timeout"] }, { names: [] }, OTHERS],
    [{ retryCount: 2, retryOn: ["timeout"] }, { names: null }, "retryNow"],
    [{ retryCount: 2, retryOn: ["TypeError"] }, { isFinal: true }, FINAL],
  ])("with %j after %j: %s", (options, failed, expected) => {
    expect(reasonAfter(options, failed)).toBe(expected);
  });

  test("retries at once under a claim of its own", () => {
    const job = aDefinition({ options: { retryCount: 3 } });
    const claims = [1, 2].map(() => {
      const after = resolveAfterFailure({ job, now: START }, first);
      return after.next === "retryNow" ? after.claim : "";
    });
    expect(new Set(claims).size).toBe(2);
  });

  test("retries after the interval, with a dispatch of its own", () => {
    const job = aDefinition({ options: { retryCount: 3, retryIntervalMs: 1500 } });
    expect(resolveAfterFailure({ job, now: START }, first)).toEqual({
      next: "retryLater",
      retry: 1,
      retryAt: new Date(START.getTime() + 1500),
      retryCount: 3,
      dispatchId: expect.any(String),
    });
  });
});
