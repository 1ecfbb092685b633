import type { Expression } from "./expression.ts";
import { parseExpression } from "./parse-expression.ts";
import { type Reference, referencesOf } from "./references.ts";
import type { WorkBudget } from "./work-budget.ts";
import type { ExpressionText } from "../model/task/task-body.ts";

export interface ParsedExpression {
  readonly expression: Expression;
  readonly references: readonly Reference[];
}

/** The expressions of one task, each parsed when it is first needed. */
export class Expressions {
  readonly #parsed = new Map<ExpressionText, ParsedExpression>();

  /**
   * @param budget counts the reading, where it is the first time
   * @throws ExpressionError `syntax` or `too_complex`
   */
  get(text: ExpressionText, budget?: WorkBudget): ParsedExpression {
    let parsed = this.#parsed.get(text);
    if (parsed === undefined) {
      const expression = parseExpression(text);
      parsed = { expression, references: referencesOf(expression) };
      budget?.spendOnce({ characters: text.length });
      this.#parsed.set(text, parsed);
    }
    return parsed;
  }

  /** The nodes that an expression reads, by id. @throws ExpressionError `syntax` or `too_complex` */
  nodesReadBy(text: ExpressionText): readonly string[] {
    return this.get(text).references.flatMap(({ path: { root, steps } }) => {
      const [step] = steps;
      return root === "JOB" && step?.type === "name" ? [step.name] : [];
    });
  }
}
