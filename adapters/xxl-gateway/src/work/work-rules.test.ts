import { parseJobWork } from "@mojob/core/engine";
import { registerWorkKind } from "@mojob/core/ports";
import { beforeAll, describe, expect, test } from "vitest";
import { XXL_WORK } from "./work-rules.ts";
import { GlueType, XXL_KIND } from "./xxl-work.ts";

beforeAll(() => registerWorkKind(XXL_WORK));

describe("work for executors of XXL-JOB", () => {
  test.each([
    { kind: "xxl", handler: "demoJobHandler" },
    {
      kind: "xxl",
      handler: "demoJobHandler",
      appName: "sample",
      blockStrategy: "COVER_EARLY",
      broadcast: true,
    },
    { kind: "xxl", handler: "", glueType: "GLUE_SHELL", glueSource: "echo $1" },
  ])("is parsed as it is: %j", (work) => {
    expect(parseJobWork(work, "create a job")).toEqual(work);
  });

  test.each([
    [{ kind: "xxl" }, "/work/handler"],
    [{ kind: "xxl", handler: "a", glueType: "GLUE_RUBY" }, "/work/glueType"],
    [{ kind: "xxl", glueType: "GLUE_SHELL" }, "/work/glueSource"],
    [{ kind: "xxl", handler: "a", blockStrategy: "WAIT" }, "/work/blockStrategy"],
    [{ kind: "xxl", handler: "a", more: 1 }, "/work/more"],
  ])("is refused with a pointer: %j", (work, pointer) => {
    expect(() => parseJobWork(work, "create a job")).toThrow(
      expect.objectContaining({
        code: "invalid_argument",
        issues: [expect.objectContaining({ pointer })],
      }) as Error,
    );
  });

  test("outlives its worker, whose runner chooses the executor", () => {
    const work = { kind: XXL_KIND, handler: "report" };
    expect(XXL_WORK.outlivesWorker?.(work)).toBe(true);
    expect(XXL_WORK.choosesExecutor).toBe(true);
  });

  test("has versions of its text, and none of a handler", () => {
    const work = { kind: XXL_KIND, handler: "", glueType: GlueType.Shell, glueSource: "echo one" };
    expect(XXL_WORK.text?.(work)).toEqual({ language: "GLUE_SHELL", source: "echo one" });
    expect(XXL_WORK.text?.({ kind: XXL_KIND, handler: "a", glueSource: "left over" })).toBeNull();
    expect(XXL_WORK.withText?.(work, { language: "GLUE_PHP", source: "echo 2;" })).toEqual({
      ...work,
      glueType: "GLUE_PHP",
      glueSource: "echo 2;",
    });
  });
});
