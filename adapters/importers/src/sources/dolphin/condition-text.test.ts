import { describe, expect, it } from "vitest";
import { conditionText } from "./condition-text.ts";

const resolve = (placeholder: string): string | null =>
  placeholder === "${none}" ? null : `$.TASK.PARAMS['${placeholder.slice(2, -1)}']`;

describe("conditionText()", () => {
  it.each([
    ["${n} > 1", "number(($.TASK.PARAMS['n'])) > 1"],
    ['"${a}" == "x"', "($.TASK.PARAMS['a']) == 'x'"],
    [
      "${a} === 'x' && !(${b} < ${c})",
      "($.TASK.PARAMS['a']) == 'x' && !((number(($.TASK.PARAMS['b'])) < number(($.TASK.PARAMS['c']))))",
    ],
    ["${ok} || ${n} != 0", "($.TASK.PARAMS['ok']) == 'true' || number(($.TASK.PARAMS['n'])) != 0"],
    ["${ok} == false", "($.TASK.PARAMS['ok']) == 'false'"],
    ["true", "true"],
  ])("%s compares the same values here", (condition, expression) => {
    expect(conditionText(condition, resolve)).toBe(expression);
  });

  it.each([
    "${n}.length > 1",
    "${none} == 1",
    "${n} +1 == 2",
    "'a' < 'b'",
    "1 == 'a'",
    "(${n} > 1",
    "${n} > 1 ${n}",
    "",
    "!".repeat(100) + "true",
  ])("%s is left to a person", (condition) => {
    expect(conditionText(condition, resolve)).toBeNull();
  });
});
