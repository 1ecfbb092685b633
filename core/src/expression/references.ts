import type { Expression, PathExpression } from "./expression.ts";

/** A path that an expression reads. */
export interface Reference {
  readonly path: PathExpression;
  /** Whether the expression has a value without it: it stands left of `??`, or `exists` asks for it. */
  readonly mayBeMissing: boolean;
}

/**
 * Every path that an expression may read, in the order of its text: what must be loaded before it is evaluated, and must have run.
 * @example
 * ```ts
 * referencesOf(parseExpression("$.JOB['a'].STATUS ?? 'none'")); // [{ path: { root: "JOB", … }, mayBeMissing: true }]
 * ```
 */
export function referencesOf(expression: Expression, mayBeMissing = false): readonly Reference[] {
  switch (expression.type) {
    case "literal":
    case "handle":
      return [];
    case "path":
      return [{ path: expression, mayBeMissing }];
    case "list":
      return expression.items.flatMap((item) => referencesOf(item, mayBeMissing));
    case "call":
      return expression.args.flatMap((arg) =>
        referencesOf(arg, mayBeMissing || expression.name === "exists"),
      );
    case "not":
      return referencesOf(expression.operand, mayBeMissing);
    case "extract":
      return referencesOf(expression.source, mayBeMissing);
    case "choice":
      return [expression.condition, expression.whereTrue, expression.whereFalse].flatMap((one) =>
        referencesOf(one, mayBeMissing),
      );
    case "binary":
      return [
        ...referencesOf(expression.left, mayBeMissing || expression.operator === "??"),
        ...referencesOf(expression.right, mayBeMissing),
      ];
  }
}
