import fc from "fast-check";
import { expect, it } from "vitest";
import {
  COMPARISONS,
  type ConditionChoice,
  type ConditionRow,
  readCondition,
  SINGLE_TESTS,
  writeCondition,
} from "./condition-choice.ts";
import {
  CONVERSIONS,
  type Conversion,
  NODE_PARTS,
  type NodePart,
  PLAIN_ROOTS,
  type PlainRoot,
  readChoice,
  type Take,
  type ValueChoice,
  type ValueSource,
  WHOLE_TAKES,
  writeChoice,
} from "./value-choice.ts";

const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom("it's", 'a"b', "\\", "’", "n\n", "开始", "$.JOB['a']", "' + '", "{x}", "true", "7"),
);
const filled = text.filter((one) => one !== "");
const step = fc.oneof(
  fc.record({ type: fc.constant("name" as const), name: text }),
  fc.record({ type: fc.constant("index" as const), index: fc.integer({ min: -3, max: 9 }) }),
);
const primitive = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0)),
  fc.boolean(),
  fc.constant(null),
);
const field = fc.array(step, { maxLength: 3 });
/** The first step behind `$.TASK` is another one than the name by which it would be a parameter. */
const plain = fc
  .record({ kind: fc.constantFrom(...(Object.keys(PLAIN_ROOTS) as PlainRoot[])), field })
  .filter(({ kind, field: [first] }) => kind !== "task" || first?.type !== "name" || first.name !== "PARAMS");
const source: fc.Arbitrary<ValueSource> = fc.oneof(
  fc.record({
    kind: fc.constant("fixed" as const),
    value: fc.oneof(primitive, fc.array(text, { maxLength: 3 })),
  }),
  fc.record({ kind: fc.constantFrom("file" as const, "document" as const), path: filled }),
  plain,
  fc.record(
    {
      kind: fc.constantFrom(...(Object.keys(NODE_PARTS) as NodePart[])),
      node: fc.oneof(fc.constant(null), text),
      item: fc.oneof(fc.constant("all" as const), fc.integer({ min: 0, max: 50 })),
      field,
    },
    { requiredKeys: ["kind", "node", "field"] },
  ),
);
const take: fc.Arbitrary<Take> = fc.oneof(
  fc.record({ by: fc.constant("between" as const), begin: text, end: text }),
  fc.record({
    by: fc.constant("pattern" as const),
    pattern: fc.constantFrom("a", String.raw`rows (\d+)`, "(?<=a)b(?=c)", "it's", `"x"`),
  }),
  fc.record({ by: fc.constant("line" as const), line: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ by: fc.constantFrom(...WHOLE_TAKES) }),
);
const contains: fc.Arbitrary<Take> = fc.record({ by: fc.constant("contains" as const), text });

function choiceWith(taken: fc.Arbitrary<Take>): fc.Arbitrary<ValueChoice> {
  return fc
    .record(
      {
        source,
        take: taken,
        orElse: primitive,
        as: fc.constantFrom(...(Object.keys(CONVERSIONS) as Conversion[])),
        before: text,
        after: text,
      },
      { requiredKeys: ["source"] },
    )
    .filter((one) => one.source.kind !== "fixed" || (one.before === undefined && one.after === undefined));
}
const choice = choiceWith(fc.oneof(take, contains));
/** In a condition "contains" is an operator. */
const side = choiceWith(take);
const row: fc.Arbitrary<ConditionRow> = fc.oneof(
  fc.record({ left: side, test: fc.constantFrom(...SINGLE_TESTS) }),
  fc.record({ left: side, test: fc.constantFrom(...COMPARISONS), right: side }),
);
const condition: fc.Arbitrary<ConditionChoice> = fc.record({
  join: fc.constantFrom("all" as const, "any" as const),
  rows: fc.array(row, { minLength: 1, maxLength: 4 }),
});

it("a value that was chosen is read back from its expression as it was chosen", () => {
  fc.assert(
    fc.property(choice, (one) => {
      expect(readChoice(writeChoice(one))).toEqual(one);
    }),
    { numRuns: 3000 },
  );
});

it("a condition that was chosen is read back from its expression as it was chosen", () => {
  fc.assert(
    fc.property(condition, ({ join, rows }) => {
      const read = readCondition(writeCondition({ join, rows }));
      // One row holds in either way.
      expect(read).toEqual({ join: rows.length === 1 ? "all" : join, rows });
    }),
    { numRuns: 3000 },
  );
});
