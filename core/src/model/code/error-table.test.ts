import { describe, expect, it } from "vitest";
import { MoJobErrorCode } from "../../base/error.ts";
import { ExpressionErrorCode } from "../../expression/expression-error.ts";
import { WorkError, WorkErrorCode } from "../../work/work-error.ts";
import { attemptFailed, ReasonCode } from "../reason.ts";
import { CODES } from "./code-table.ts";
import { isAuthorNumber } from "./error-number.ts";
import { ERROR_DOMAINS, ERROR_TABLE, errorWords } from "./error-table.ts";
import { numberOfCode, numberOfFailure, numberOfReason } from "./number-of-code.ts";

describe("the table of error numbers", () => {
  const rows = Object.entries(ERROR_TABLE);

  it.each([
    ["errors", Object.values(MoJobErrorCode)],
    ["reasons", Object.values(ReasonCode)],
    ["expressions", Object.values(ExpressionErrorCode)],
    ["work", Object.values(WorkErrorCode)],
    ["failures", Object.keys(CODES).filter((code) => CODES[code]?.failure ?? CODES[code]?.work)],
  ])("has a number for each code of %s", (_, codes) => {
    expect(codes.filter((code) => numberOfCode(code) === null)).toEqual([]);
  });

  it("gives no number twice, and each a domain that is named", () => {
    const numbers = rows.map(([code]) => numberOfCode(code) ?? 0);
    expect(new Set(numbers).size).toBe(rows.length);
    expect(numbers.every((number) => Number.isSafeInteger(number) && !isAuthorNumber(number))).toBe(true);
    expect(
      rows.filter(
        ([
          ,
          {
            number: [domain],
          },
        ]) => ERROR_DOMAINS[domain] === undefined,
      ),
    ).toEqual([]);
    expect(
      rows.filter(
        ([
          ,
          {
            number: [, place],
          },
        ]) => place < 1 || place > 999,
      ),
    ).toEqual([]);
  });

  it("says in both languages what a code means and what to do about it", () => {
    const written = rows.flatMap(([code]) => [errorWords(code, "en"), errorWords(code, "zh")]);
    expect(written.filter((words) => !words || words.means.length < 3 || words.advice.length < 2)).toEqual(
      [],
    );
    const inOne = rows.filter(([, { means }]) => !/\p{Script=Han}/u.test(means[1]));
    expect(inOne).toEqual([]);
  });

  it("says of work whether a retry may help as its errors do", () => {
    const different = Object.values(WorkErrorCode).filter(
      (code) => (ERROR_TABLE[code]?.isRetryable ?? false) !== new WorkError(code, {}).retryable,
    );
    // A broadcast's shard waits for its executor before it ends so.
    expect(different).toEqual([WorkErrorCode.ExecutorGone]);
  });
});

describe("a number", () => {
  it("has its code's place, and an exit code or a status in its last three digits", () => {
    expect(numberOfCode("timeout")).toBe(-10_400_002_000);
    expect(numberOfFailure({ code: "exit_code", parameters: { exitCode: 137 } })).toBe(-10_600_001_137);
    expect(numberOfFailure({ code: "http_status", parameters: { status: 503 } })).toBe(-10_700_003_503);
    expect(numberOfFailure({ code: "exit_code", parameters: { exitCode: 3_221_225_477 } })).toBe(
      -10_600_001_000,
    );
    expect(numberOfFailure({ code: "job_error", number: -19_001_004_000 })).toBe(-19_001_004_000);
  });

  it("is 0 for what is no error, and none for a code that is not ours", () => {
    expect([numberOfReason({ code: "due" }), numberOfCode("moon_phase"), numberOfCode("toString")]).toEqual([
      0,
      null,
      null,
    ]);
  });

  it("of a failed attempt is that of its failure", () => {
    const failure = { code: "exit_code", message: "", parameters: { exitCode: 2 } };
    expect(numberOfReason(attemptFailed(1, failure))).toBe(-10_600_001_002);
    const own = { code: "job_error", number: -19_900_000_000, message: "" };
    expect(numberOfReason(attemptFailed(1, own))).toBe(-19_900_000_000);
  });
});
