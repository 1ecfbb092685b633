import { describe, expect, test } from "vitest";
import { MoJobError } from "../../base/error.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { byteLength } from "../../base/truncate.ts";
import { WorkError } from "../../work/work-error.ts";
import { describeFailure, isFinalFailure } from "./job-failure.ts";

const CAP = 64 * 1024;

function throwing(): never {
  throw new Error("trap");
}

/** Throws whatever is asked of it, `instanceof` included. */
const hostile = new Proxy(new Error("x"), {
  get: throwing,
  has: throwing,
  getPrototypeOf: throwing,
  ownKeys: throwing,
});

const circular: Record<string, unknown> = { name: "loop" };
circular["self"] = circular;

function anErrorWith(properties: PropertyDescriptorMap): Error {
  return Object.defineProperties(new Error("plain"), properties);
}

describe("describeFailure()", () => {
  test("keeps the code and the parameters of failed work, and no stack of ours", () => {
    const thrown = new WorkError("exit_code", { exitCode: 3, line: "disk full" });
    expect(describeFailure(thrown, CAP)).toEqual({
      code: "exit_code",
      message: "The program ended with exit code 3: disk full",
      parameters: { exitCode: 3, line: "disk full" },
    });
    expect(isFinalFailure(thrown)).toBe(false);
    expect(isFinalFailure(new WorkError("program_missing", { name: "rsync" }))).toBe(true);
  });

  test.each<[string, unknown, string]>([
    ["an error", new RangeError("too far"), "too far"],
    ["an error without a message", new RangeError(""), "RangeError"],
    ["a frozen error", Object.freeze(new Error("cold")), "cold"],
    ["a text", "just text", "just text"],
    ["an empty text", "", "The job threw an empty text"],
    ["a number", 42, "The job threw 42"],
    ["undefined", undefined, "The job threw undefined"],
    ["null", null, "The job threw null"],
    ["a symbol", Symbol("s"), "The job threw Symbol(s)"],
    ["an object", { status: 500 }, 'The job threw {"status":500}'],
    ["an object with a message", { message: "told" }, "told"],
    ["a circular object", circular, "The job threw [object Object]"],
    ["an error whose message is no text", anErrorWith({ message: { value: 42 } }), "Error"],
    ["an error whose message throws", anErrorWith({ message: { get: throwing } }), "Error"],
    [
      "an error whose message and name throw",
      anErrorWith({ message: { get: throwing }, name: { get: throwing } }),
      "The job threw {}",
    ],
    ["a proxy that throws at every look", hostile, "The job threw something that cannot be described"],
  ])("tells of %s", (_what, thrown, message) => {
    expect(describeFailure(thrown, CAP)).toMatchObject({ code: "job_error", message });
  });

  test("keeps the first mistakes of refused arguments as codes, unless they are too large", () => {
    const issues = ["a", "b", "c", "d"].map((name) => issueAt(`/args/${name}`, "required"));
    const refused = new MoJobError("invalid_args", "Cannot run it", { issues });
    expect(describeFailure(refused, CAP).parameters).toEqual({ issues: issues.slice(0, 3) });
    const large = [issueAt("/args", "custom", { text: "x".repeat(CAP) })];
    const failure = describeFailure(new MoJobError("invalid_args", "Cannot run it", { issues: large }), CAP);
    expect(failure.parameters).toBeUndefined();
    expect(byteLength(JSON.stringify(failure))).toBeLessThanOrEqual(CAP);
    expect(
      describeFailure(new MoJobError("job_not_found", "No", { issues }), CAP).parameters,
    ).toBeUndefined();
  });

  test("keeps the stack of an error and of its causes, five deep", () => {
    let error = new Error("cause 1");
    for (let depth = 2; depth <= 7; depth += 1) error = new Error(`cause ${depth}`, { cause: error });
    const { stack = "" } = describeFailure(error, CAP);
    expect(stack.match(/Caused by: /g)).toHaveLength(4);
    expect(stack).toContain("cause 7");
    expect(stack).not.toContain("cause 2");
  });

  test("comes to an end where an error is its own cause", () => {
    const error = new Error("round");
    error.cause = error;
    expect(describeFailure(error, CAP).message).toBe("round");
  });

  test.each<[string, string, string]>([
    [
      "a module",
      "    at run (file:///srv/secret/app/src/jobs/mail.ts:3:7)",
      "    at run (src/jobs/mail.ts:3:7)",
    ],
    ["a path", "    at async /srv/secret/app/src/mail.ts:3:7", "    at async app/src/mail.ts:3:7"],
    [
      "a package",
      "    at /srv/secret/node_modules/hono/dist/a.js:1:2",
      "    at node_modules/hono/dist/a.js:1:2",
    ],
    [
      "a package, cut before",
      "    at run (node_modules/hono/dist/deep/a.js:1:2)",
      "    at run (node_modules/hono/dist/deep/a.js:1:2)",
    ],
    ["Windows", "    at run (C:\\secret\\app\\src\\jobs\\mail.ts:3:7)", "    at run (src/jobs/mail.ts:3:7)"],
    ["Node itself", "    at node:internal/process:3:7", "    at node:internal/process:3:7"],
    ["a text of the job's", "No file /srv/data/a.csv", "No file /srv/data/a.csv"],
  ])("shows no folders of the machine: %s", (_what, line, shown) => {
    const stack = `Error: broken\n${line}`;
    expect(describeFailure(anErrorWith({ stack: { value: stack } }), CAP).stack).toBe(
      `Error: broken\n${shown}`,
    );
  });

  test("leaves the stack out where none is to be kept", () => {
    expect(describeFailure(new Error("broken"), CAP, false)).toEqual({
      code: "job_error",
      message: "broken",
    });
  });

  test("goes without what throws: the stack, the cause", () => {
    const error = anErrorWith({ stack: { get: throwing }, cause: { get: throwing } });
    expect(describeFailure(error, CAP)).toEqual({ code: "job_error", message: "plain", stack: "plain" });
  });

  test("keeps a stack that is no text out of the record", () => {
    expect(describeFailure(anErrorWith({ stack: { value: { toString: throwing } } }), CAP).stack).toBe(
      "plain",
    );
  });

  test.each(["x", "ü", "🙂"])("keeps message and stack within the cap, marked: %s", (letter) => {
    const { message, stack = "" } = describeFailure(new Error(letter.repeat(200_000)), CAP);
    expect(byteLength(message) + byteLength(stack)).toBeLessThanOrEqual(CAP);
    expect(message).toMatch(/… \[truncated, \d+ bytes in all\]$/);
    expect(stack).toMatch(/… \[truncated, \d+ bytes in all\]$/);
  });

  test("keeps the code of our own errors", () => {
    expect(describeFailure(new MoJobError("invalid_args", "They do not fit"), CAP).code).toBe("invalid_args");
  });

  test("does not take a code that is no text for ours", () => {
    const error = Object.assign(new Error("odd"), { name: "MoJobError", code: { evil: true } });
    expect(describeFailure(error, CAP).code).toBe("job_error");
  });
});

describe("isFinalFailure()", () => {
  test.each<[string, unknown, boolean]>([
    ["an error that says so", Object.assign(new Error("x"), { retryable: false }), true],
    ["an object that says so", { retryable: false }, true],
    ["arguments that do not fit", new MoJobError("invalid_args", "They do not fit"), true],
    ["an error", new Error("x"), false],
    ["an error that says it may", { retryable: true }, false],
    ["an error that says something else", { retryable: 0 }, false],
    ["a text", "retryable", false],
    ["nothing", undefined, false],
    ["a proxy that throws", hostile, false],
  ])("of %s", (_what, thrown, isFinal) => {
    expect(isFinalFailure(thrown)).toBe(isFinal);
  });
});
