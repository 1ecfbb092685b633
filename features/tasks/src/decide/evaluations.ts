import type { JsonValue } from "@mojob/core";
import {
  evaluateExpression,
  type ExpressionContext,
  ExpressionError,
  type Expressions,
  type ExpressionText,
  type ParsedExpression,
  WorkBudget,
} from "@mojob/core/feature";

/** The value that an expression had, or why it had none. */
export type Evaluated = { readonly value: JsonValue } | { readonly error: ExpressionError };

/** Taking a value that is known, with what is decided from it. */
const STEPS_OF_KNOWN = 128;

/** The step has evaluated as much as one turn may: the rest is for the next one. */
export class TurnOver extends Error {
  override readonly name = "TurnOver";
}

/**
 * The evaluations of one step, in the order in which it makes them. A step that takes longer than a turn is made again from its
 * beginning, with the values that it has had: with the same events and values it asks for them in the same order.
 */
export class Evaluations {
  readonly #expressions: Expressions;
  readonly #known: readonly Evaluated[];
  readonly #made: Evaluated[] = [];
  readonly #budget = new WorkBudget();
  #next = 0;

  constructor(expressions: Expressions, known: readonly Evaluated[]) {
    this.#expressions = expressions;
    this.#known = known;
  }

  /** The evaluations that were known, and those that this turn has made. */
  get all(): readonly Evaluated[] {
    return [...this.#known, ...this.#made];
  }

  /** @throws ExpressionError `syntax` or `too_complex` */
  parsed(text: ExpressionText): ParsedExpression {
    return this.#expressions.get(text, this.#budget);
  }

  /** @throws ExpressionError where it has no value; TurnOver where that is for the next turn to say */
  next(text: ExpressionText, context: ExpressionContext): JsonValue {
    const known = this.#known[this.#next];
    if (known !== undefined) this.#budget.spendOnce({ steps: STEPS_OF_KNOWN });
    // One at least, so that each turn gets further.
    else if (this.#made.length > 0 && this.#budget.isSpent) throw new TurnOver();
    const evaluated = known ?? this.#evaluate(text, context);
    this.#next += 1;
    if (known === undefined) this.#made.push(evaluated);
    if ("error" in evaluated) throw evaluated.error;
    return evaluated.value;
  }

  #evaluate(text: ExpressionText, context: ExpressionContext): Evaluated {
    try {
      return { value: evaluateExpression(this.parsed(text).expression, context, this.#budget) };
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return { error };
    }
  }
}
