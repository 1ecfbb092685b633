import fc from "fast-check";
import { expect, it } from "vitest";
import { EXPRESSION_CONTEXT } from "../../fixtures/expression-context.ts";
import { BINARY_OPERATORS, type Expression, FUNCTION_NAMES, type PathStep } from "./expression.ts";
import { ExpressionError } from "./expression-error.ts";
import { evaluateExpression } from "./evaluate-expression.ts";
import { formatExpression } from "./format-expression.ts";
import { parseExpression } from "./parse-expression.ts";
import { referencesOf } from "./references.ts";

const text = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom("it's", 'a"b', "\\", "’", "n\n", "开始"));
const step: fc.Arbitrary<PathStep> = fc.oneof(
  fc.record({
    type: fc.constant("name" as const),
    name: fc.oneof(text, fc.constantFrom("RESULT", "PARAMS")),
  }),
  fc.record({ type: fc.constant("index" as const), index: fc.integer({ min: -3, max: 3 }) }),
  fc.constant({ type: "all" as const }),
);
const operator = fc.constantFrom(...BINARY_OPERATORS.flat());
const pattern = fc.constantFrom("a", String.raw`(\d+)`, "(?<=a)b(?=c)", "it's", `"x"`, "[’]");

const { expression } = fc.letrec<{ expression: Expression }>((tie) => {
  const at = fc.constant(0);
  return {
    expression: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.record({
        type: fc.constant("literal" as const),
        value: fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
        at,
      }),
      fc.record({
        type: fc.constant("path" as const),
        root: fc.constantFrom("TASK", "JOB", "VARS"),
        steps: fc.array(step, { maxLength: 4 }),
        at,
      }),
      fc.record({
        type: fc.constant("handle" as const),
        name: fc.constantFrom("File" as const, "Document" as const),
        path: text.filter((path) => path !== ""),
        at,
      }),
      fc.record({
        type: fc.constant("list" as const),
        items: fc.array(tie("expression"), { maxLength: 3 }),
        at,
      }),
      fc.record({
        type: fc.constant("call" as const),
        name: fc.constantFrom(...FUNCTION_NAMES),
        args: fc.array(tie("expression"), { maxLength: 3 }),
        at,
      }),
      fc.record({ type: fc.constant("not" as const), operand: tie("expression"), at }),
      fc.record({
        type: fc.constant("binary" as const),
        operator,
        left: tie("expression"),
        right: tie("expression"),
        at,
      }),
      fc.record({
        type: fc.constant("choice" as const),
        condition: tie("expression"),
        whereTrue: tie("expression"),
        whereFalse: tie("expression"),
        at,
      }),
      fc.record({ type: fc.constant("extract" as const), source: tie("expression"), pattern, at }),
    ),
  };
});

/** Without places. */
function bare(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === "at" ? undefined : inner)));
}

it("is written as a text that is parsed to the same expression", () => {
  fc.assert(
    fc.property(expression, (one) => {
      expect(bare(parseExpression(formatExpression(one)))).toEqual(bare(one));
    }),
    { numRuns: 2000 },
  );
});

it("is written with the code of a quote where its pattern has quotes of both kinds, and finds the same", () => {
  const text = formatExpression(parseExpression(`{'a"b'}:REGEX:[’']?"`));
  expect(text).toBe(String.raw`{'a"b'}:REGEX:'[\u2019\u0027]?"'`);
  expect(evaluateExpression(parseExpression(text), EXPRESSION_CONTEXT)).toBe('"');
});

it("fails with a typed error whose place is in its text, or has a value that is JSON", () => {
  const examples = [
    "$.JOB['323'].RESULT[0] + 1",
    "{$.JOB['323'].OUTPUT}:REGEX:'(\\d+)' == '4' && !exists($.A)",
  ];
  const mutated = fc
    .tuple(
      fc.oneof(expression.map(formatExpression), fc.constantFrom(...examples)),
      fc.nat(),
      fc.string({ maxLength: 3 }),
      fc.nat(4),
    )
    .map(([whole, at, put, cut]) => {
      const place = at % (whole.length + 1);
      return whole.slice(0, place) + put + whole.slice(place + cut);
    });
  fc.assert(
    fc.property(mutated, (whole) => {
      try {
        const parsed = parseExpression(whole);
        const value = evaluateExpression(parsed, EXPRESSION_CONTEXT);
        expect(JSON.parse(JSON.stringify(value))).toEqual(value);
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        expect(error.at).toBeGreaterThanOrEqual(0);
        expect(error.at).toBeLessThanOrEqual(whole.length);
      }
    }),
    { numRuns: 5000 },
  );
});

it("reads nothing but what it refers to", () => {
  fc.assert(
    fc.property(expression, (one) => {
      const read = new Set<string>();
      const roots = new Proxy(EXPRESSION_CONTEXT.roots, {
        get: (target, name) => {
          if (name !== "get") return Reflect.get(target, name) as unknown;
          return (root: string) => {
            read.add(root);
            return target.get(root);
          };
        },
      });
      try {
        evaluateExpression(one, { ...EXPRESSION_CONTEXT, roots });
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
      }
      const known = new Set(referencesOf(one).map(({ path }) => path.root));
      expect([...read].filter((root) => !known.has(root))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

it("needs what stands right of ??, and can do without what stands left of it", () => {
  const references = referencesOf(parseExpression("[$.A ?? $.B, exists($.C), !{$.D}:REGEX:'x']"));
  expect(references.map(({ path, mayBeMissing }) => `${path.root} ${mayBeMissing}`)).toEqual([
    "A true",
    "B false",
    "C true",
    "D false",
  ]);
});
