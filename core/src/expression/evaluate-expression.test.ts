import { describe, expect, it, test } from "vitest";
import { EXPRESSION_CONTEXT } from "../../fixtures/expression-context.ts";
import type { JsonValue } from "../base/json.ts";
import { evaluateExpression } from "./evaluate-expression.ts";
import { MOST_CHARACTERS, MOST_DEPTH, MOST_PARTS } from "./expression.ts";
import { ExpressionError } from "./expression-error.ts";
import { parseExpression } from "./parse-expression.ts";
import type { Value } from "./value.ts";

function evaluate(text: string, roots: Readonly<Record<string, Value>> = {}): JsonValue {
  const all = new Map([...EXPRESSION_CONTEXT.roots, ...Object.entries(roots)]);
  return evaluateExpression(parseExpression(text), { ...EXPRESSION_CONTEXT, roots: all });
}

/** The code of what is thrown, its place and its message. */
function refusal(text: string, roots?: Readonly<Record<string, Value>>): string {
  try {
    return `no error: ${JSON.stringify(evaluate(text, roots)).slice(0, 40)}`;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return `${error.code} at ${error.at}: ${error.message}`;
  }
}

describe("an expression has the value that", () => {
  test.each<[string, JsonValue]>([
    ["$.JOB['323'].RESULT[0]", "/out/hello.zip"],
    ["$.JOB['323'].RESULT['FilePath']", "/out/hello.zip"],
    ["$.JOB[‘323’].PARAMS[0]", "/in/a.txt"],
    ["$.JOB['concat'].PARAMS['file1']", "/in/a.txt"],
    ["{$.JOB['323'].OUTPUT}:REGEX:(?<=开始).*?(?=结束)", "42"],
    [String.raw`number({$.JOB['323'].OUTPUT}:REGEX:'(\d+)') > $.TASK.PARAMS['limit']`, true],
    ["{$.JOB['concat'].OUTPUT} == '4'", true],
    ["{$.JOB['323'].OUTPUT}#’5’", false],
    ["$.JOB['concat'].LOG#'success'", true],
    ["File(/data/output/hello.zip)", { $file: "/data/output/hello.zip" }],
    ["$.JOB['b'][1].RESULT['rows']", 32],
    ["$.JOB['b'][*].RESULT['rows']", [10, 32, null]],
    ["sum([$.JOB['b'][0].RESULT.rows, $.JOB['b'][1].RESULT.rows]) == 42", true],
    ["$.JOB['none'].RESULT[0] ?? 'nothing'", "nothing"],
    ["exists($.JOB['none']) || $.VARS.x == 2", true],
    ["'report-' + $.TASK.PARAMS.day + '.csv'", "report-2026-11-20.csv"],
    ["$.JOB['323'].STATUS in ['Succeeded','Skipped'] && !($.JOB['323'].EXIT_CODE != 0)", true],
  ])("the fourth seed and its reference give it: %s", (text, value) => {
    expect(evaluate(text)).toEqual(value);
  });

  test.each<[string, JsonValue]>([
    ["$.JOB['323'].RESULT[-1] + 1", 43],
    ["$.JOB['323'].RESULT", { FilePath: "/out/hello.zip", lines: 42 }],
    ["$.JOB['323'].VISIT[-2].MS", 5],
    ["$.JOB['b'].STATUS", "Failed"],
    ["$.JOB['b'][-1].STATUS", "Failed"],
    ["$.VARS[*]", [2, "nightly", null, [3, 1, 2]]],
    ["$.VARS.list[*]", [3, 1, 2]],
    ["Document('/a (1).pdf')", { $document: "/a (1).pdf" }],
    ["1 + 2 * 3 - 4 % 3", 6],
    ["(1 + 2) * 3", 9],
    ["1 > 2 ? 'a' : 2 > 1 ? 'b' : 'c'", "b"],
    ["true ? [1, 2 == 2 ? 3 : 4] : $.NONE.x", [1, 3]],
    ["(false ? 1 : 2) + 1", 3],
    ["$.NONE.x ?? true ? 'yes' : 'no'", "yes"],
    ["2 - 1 - 1", 0],
    ["$.VARS.x -1", 1],
    ["-1 + 1", 0],
    ["-0", 0],
    ["1.5e1", 15],
    ["[1] + [2, [3]]", [1, 2, [3]]],
    ["[1, [2]] == [1, [2]]", true],
    ["$.TASK.PARAMS == $.TASK.PARAMS", true],
    ["$.VARS.none == null", true],
    ["$.VARS.x == null", false],
    ["'a' < 'b' && 2 >= 2 && 1 <= 2 && !(1 > 2)", true],
    ["[1, 2] # 2 && [1, 2] !# 3 && $.VARS # 'x'", true],
    ["true || $.JOB['none'].STATUS", true],
    ["false && $.JOB['none'].STATUS", false],
    ["$.VARS.none ?? $.JOB['none'].STATUS ?? 'x'", "x"],
    ["($.JOB['none'].MS + 1) ?? 0", 0],
    ["{$.JOB['none'].OUTPUT}:REGEX:'x' ?? 'none'", "none"],
    [String.raw`{$.JOB['323'].OUTPUT}:REGEX:nothing(\d)`, null],
    [String.raw`{'ab12'}:REGEX:([a-z]+)(?=\d)`, "ab"],
    ["{'ab12'}:REGEX:[a-z]+(?=1)", "ab"],
    ["{'a|b'}:REGEX:'[|]b'", "|b"],
    [String.raw`'it\'s \u4F60\n'`, "it's 你\n"],
    ['"it\'s"', "it's"],
    ["between($.JOB['323'].OUTPUT, '开始', '结束')", "42"],
    ["between('a', '[', ']')", null],
    ["msBetween('2026-11-20T03:00:00Z', '2026-11-20T03:00:01.5Z')", 1500],
    ["msBetween('2026-11-20T03:00:01Z', '2026-11-20T03:00:00Z')", -1000],
    ["msBetween('2026-11-20T03:00Z', '2026-11-20T11:00+08:00')", 0],
    ["msBetween('2024-02-28T23:59:59Z', '2024-03-01T00:00:00Z') / 1000", 86_401],
    ["msBetween(now(), now())", 0],
    ["length('你好')", 2],
    ["number(' 1.50 ') + number(2)", 3.5],
    ["string($.VARS.list) + string('x') + string(true)", "[3,1,2]xtrue"],
    ["json('{\"a\":[1]}') # 'a'", true],
    ["lower('AB') + upper('ab') + trim(' x ')", "abABx"],
    ["split('a,b,,c', ',')", ["a", "b", "", "c"]],
    ["join([1, 'a', null], '-')", "1-a-null"],
    ["replace('a.b.c', '.', '::')", "a::b::c"],
    ["first($.VARS.list) + last($.VARS.list)", 5],
    ["[first([]), last([]), min([]), max([]), sum([])]", [null, null, null, null, 0]],
    ["[count([1, 2]), count($.TASK.PARAMS), sum([1, 2]), min([2, 1]), max([2, 3])]", [2, 2, 3, 1, 3]],
    ["keys($.JOB['323'].PARAMS)", ["file1", "file2"]],
    ["exists($.VARS.none)", true],
    ["now()", "2026-11-20T03:12:07.000Z"],
  ])("one expects: %s", (text, value) => {
    expect(evaluate(text)).toEqual(value);
  });

  it("does not depend on how names that look like numbers are sorted", () => {
    const roots = {
      SELF: new Map([
        ["b", 1],
        ["1", 2],
      ]),
    };
    expect(evaluate("$.SELF[1]", roots)).toBe(2);
  });
});

describe("an expression is refused, with the place, that", () => {
  test.each([
    ["compares what is unlike", "$.JOB['323'].RESULT.lines == '42'", "type_mismatch at 26: number with text"],
    ["closes a bracket that is not open", "{$.JOB['323'].OUTPUT)}#'5'", 'syntax at 20: "}" expected'],
    [
      "reads a batch as one run",
      "$.JOB['b'].RESULT[0]",
      "needs_item at 0: this has a value for each item of its batch: write [0] or [*]",
    ],
    [
      "gives a batch as its value",
      "$.JOB['b']",
      "needs_item at 0: this has a value for each item of its batch: write [0] or [*]",
    ],
    [
      "reaches for a constructor",
      "$.JOB['323'].constructor",
      "undefined_reference at 0: nothing has this name",
    ],
    ["reaches for a prototype", "$.__proto__", "undefined_reference at 0: nothing has this name"],
    [
      "reaches for a prototype in JSON",
      "$.VARS['__proto__']",
      "undefined_reference at 0: nothing has this name",
    ],
    ["names an index beyond the end", "$.VARS.list[3]", "undefined_reference at 0: nothing has this name"],
    [
      "counts the values of JSON",
      "$.VARS[0]",
      "type_mismatch at 0: the values of JSON have names and no order",
    ],
    ["divides by zero", "1 / 0", "type_mismatch at 2: the result is no number"],
    [
      "writes a number that JSON cannot hold",
      "1e999",
      "type_mismatch at 0: a number is beyond what JSON can hold",
    ],
    ["reads one", "[json('1e999')]", "type_mismatch at 0: a number is beyond what JSON can hold"],
    [
      "measures from what is no moment",
      "msBetween('2026-11-20', now())",
      'type_mismatch at 0: "2026-11-20" is no moment such as 2026-01-31T08:00:00Z',
    ],
    [
      "measures to a day that no calendar has",
      "msBetween(now(), '2026-02-30T00:00:00Z')",
      'type_mismatch at 0: "2026-02-30T00:00:00Z" is no moment such as 2026-01-31T08:00:00Z',
    ],
    [
      "measures to a time without a zone",
      "msBetween(now(), '2026-02-28T00:00:00')",
      'type_mismatch at 0: "2026-02-28T00:00:00" is no moment such as 2026-01-31T08:00:00Z',
    ],
    ["measures to none", "msBetween(now(), null)", "type_mismatch at 0: msBetween() takes text, not null"],
    ["takes a moment from another one", "now() - now()", "type_mismatch at 6: text with text"],
    ["adds what is unlike", "'a' + 1", "type_mismatch at 4: text with number"],
    ["orders truths", "true < false", "type_mismatch at 5: boolean with boolean"],
    ["takes a number for a truth", "1 && true", "type_mismatch at 0: true or false is wanted, not number"],
    ["looks into a number", "1 # 1", "type_mismatch at 2: number cannot contain number"],
    ["looks for a pattern in a number", "{1}:REGEX:1", "type_mismatch at 3: :REGEX: takes text, not number"],
    ["gives a function too little", "trim()", "type_mismatch at 0: trim() takes 1 arguments, not 0"],
    ["gives a function another kind", "trim(1)", "type_mismatch at 0: trim() takes text, not number"],
    ["sums texts", "sum(['1'])", "type_mismatch at 0: a list of numbers is wanted: it has text"],
    ["asks whether a text exists", "exists('a')", "type_mismatch at 0: exists() takes one path"],
    ["reads a word as a number", "number('0x10')", 'type_mismatch at 0: "0x10" is no number'],
    ["reads a word as JSON", "json('{')", 'type_mismatch at 0: "{" is no JSON'],
    ["splits by nothing", "split('a', '')", "type_mismatch at 0: an empty text separates nothing"],
    ["has a look-ahead in the middle", "{'x'}:REGEX:(?=x)y", "bad_regex at 5: "],
    ["has an empty look-ahead", "{'x'}:REGEX:x(?=)", "bad_regex at 5: "],
    ["has a look-ahead behind alternatives", "{'x'}:REGEX:x|y(?=z)", "bad_regex at 5: "],
    ["has a back-reference", String.raw`{'x'}:REGEX:(x)\1`, "bad_regex at 5: "],
    ["is empty", " ", "syntax at 1: a value expected"],
    [
      "has a text without quotes",
      "$.VARS.x == nightly",
      'syntax at 12: "nightly" is no value: text needs quotes',
    ],
    ["calls what is not there", "eval('1')", 'syntax at 0: there is no function "eval"'],
    ["compares twice", "1 == 1 == 1", "syntax at 7: an operator or the end expected"],
    ["goes on after its end", "1 2", "syntax at 2: an operator or the end expected"],
    ["never closes a quote", "1 + 'a", "syntax at 4: the quote is never closed"],
    ["has half an escape", String.raw`'\u12'`, "syntax at 3: four hexadecimal digits expected"],
    ["names nothing", "$", 'syntax at 1: "." expected'],
    ["has a step without a name", "$.JOB[]", "syntax at 6: a name in quotes, a number or * expected"],
    ["has a handle without a path", "File()", "syntax at 5: a path expected"],
    ["has no pattern", "{'x'}:REGEX:", "syntax at 12: a pattern expected"],
    [
      "nests too deep",
      `${"(".repeat(MOST_DEPTH + 1)}1`,
      `too_complex at ${MOST_DEPTH + 1}: nested deeper than ${MOST_DEPTH}`,
    ],
    [
      "negates too often",
      `${"!".repeat(MOST_DEPTH + 1)}true`,
      `too_complex at ${MOST_DEPTH + 1}: nested deeper than ${MOST_DEPTH}`,
    ],
    [
      "has too many parts",
      Array.from({ length: MOST_PARTS }, () => "1").join("+"),
      `more than ${MOST_PARTS} parts`,
    ],
    [
      "is too long",
      " ".repeat(MOST_CHARACTERS + 1),
      `too_complex at ${MOST_CHARACTERS}: more than ${MOST_CHARACTERS} characters`,
    ],
    ["makes too long a text", "$.BIG + $.BIG", "too_large at 6: a value has at most 262144 characters"],
    [
      "makes too long a text by replacing",
      "replace($.BIG, 'x', 'xx')",
      "too_large at 0: a value has at most 262144 characters",
    ],
    [
      "makes too many values",
      "split($.BIG, 'x') + split($.BIG, 'x')",
      "too_large at 18: a value has at most 262144 characters",
    ],
    [
      "makes too much in all",
      "[length($.BIG + ''), length($.BIG + ''), length($.BIG + ''), length($.BIG + ''), length($.BIG + ''), length($.BIG + '')]",
      "a value has at most 262144 characters",
    ],
    [
      "looks for long texts too often",
      Array.from({ length: 25 }, () => "$.BIG # 'xxxxxxxxy'").join(" || "),
      "its values are too long for what it does: at most 2097152 steps",
    ],
    [
      "counts the characters of long texts too often",
      Array.from({ length: 45 }, () => "length($.BIG)").join(" + "),
      "at most 2097152 steps",
    ],
    [
      "looks for patterns too often, of which each may be",
      Array.from({ length: 12 }, (_, index) => `{$.LONG}:REGEX:'${index}x{8}y' == 'x'`).join(" || "),
      "at most 2097152 steps",
    ],
    [
      "has patterns that are too large together",
      Array.from({ length: 5 }, (_, index) => `{'x'}:REGEX:'y{900}${index}' == 'x'`).join(" || "),
      "its patterns have at most 4096 instructions together",
    ],
    [
      "has too large a pattern",
      "{'x'}:REGEX:'(a{1,90}){1,90}'",
      "bad_regex at 5: its repetitions make a program of",
    ],
    [
      "compares long lists too often",
      Array.from({ length: 25 }, () => "$.LIST == $.OTHER").join(" || "),
      "at most 2097152 steps",
    ],
    [
      "looks at all of a map too often",
      Array.from({ length: 25 }, () => "count($.MAP)").join(" + "),
      "at most 2097152 steps",
    ],
    [
      "looks for a pattern in too long a text",
      "{$.BIG}:REGEX:x",
      "too_large at 7: the text is too long for this pattern",
    ],
    [
      "has too large a pattern for its text",
      "{$.LONG}:REGEX:(x{50}){20}",
      "too_large at 8: the text is too long for this pattern",
    ],
  ])("%s", (_, text, expected) => {
    const LIST = Array.from({ length: 100_000 }, (_, index) => index);
    const MAP = Object.fromEntries(LIST.slice(0, 10_000).map((one) => [`k${one}`, one]));
    const roots = {
      LIST,
      MAP,
      OTHER: [...LIST.slice(0, 99_999), 0],
      BIG: "x".repeat(200_000),
      LONG: "x".repeat(20_000),
    };
    expect(refusal(text, roots)).toContain(expected);
  });
});

test("a pattern that would hang a backtracking engine takes a time that grows with the text", () => {
  const began = performance.now();
  expect(evaluate("{$.A}:REGEX:(a+)+$", { A: `${"a".repeat(65_000)}b` })).toBeNull();
  expect(performance.now() - began).toBeLessThan(2000);
});
