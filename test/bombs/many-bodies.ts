/** Bodies of tasks of which each part is within its bounds, and the number of parts is what costs. */

export interface Body {
  readonly engine: 1;
  readonly nodes: readonly unknown[];
}

const condition = (id: string, when: string): unknown => ({
  id,
  type: "condition",
  branches: [{ name: "yes", when }],
  else: "no",
});

export function conditions(count: number, when: (index: number) => string): Body {
  return {
    engine: 1,
    nodes: Array.from({ length: count }, (_, index) => condition(`n${index}`, when(index))),
  };
}

export const parts = (count: number, by: string, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(by);

/** A thousand conditions of five patterns that repeat much, each pattern another one. */
export const manyPatterns = (): Body =>
  conditions(1000, (node) =>
    parts(5, " || ", (index) => `{'x'}:REGEX:'a{0,${node % 900}}b{0,${index * 20 + 1}}c${node}' == 'x'`),
  );

/** As many instructions of patterns as a body may have. */
export const mostPatterns = (): Body => conditions(30, (node) => `{'x'}:REGEX:'a{0,500}c${node}' == 'x'`);

/** Expressions that fill the megabyte of a body. */
export const longTexts = (): Body =>
  conditions(2000, (node) => parts(20, " || ", (index) => `1000000 == ${node * 100 + index}`));

/** Thirty conditions that count the characters of a long argument as often as an expression may. */
export const longInputs = (): Body =>
  conditions(30, () => `${parts(8, " + ", () => "length($.TASK.PARAMS.s)")} == 0`);

/** Twenty conditions of patterns, applied to a long argument as often as an expression may. */
export const longMatches = (): Body =>
  conditions(20, (node) =>
    parts(
      20,
      " || ",
      (index) => String.raw`{$.TASK.PARAMS.m}:REGEX:'([a-z]+\s?)+[${node % 10}${index % 10}]$' == 'y'`,
    ),
  );
