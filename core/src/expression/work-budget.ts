import { ExpressionError, ExpressionErrorCode } from "./expression-error.ts";
import { sizeOf, type Value } from "./value.ts";

/** Most characters of a result, and of any value that an expression makes on the way. */
export const MOST_RESULT = 262_144;
/** Most characters of all values that an expression makes together. */
const MOST_MADE = 4 * MOST_RESULT;
/** Searching takes in the worst case the length of the text times that of what is looked for. */
const MOST_SEARCH = 2 ** 26;

/** What one evaluation may still do, so that none keeps the process waiting. */
export class WorkBudget {
  #left = MOST_MADE;

  /**
   * Counts a value that was made.
   * @throws ExpressionError `too_large`
   */
  made<Made extends Value>(value: Made, at: number): Made {
    this.making(sizeOf(value), at);
    return value;
  }

  /** Counts a value before it is made. @throws ExpressionError `too_large` */
  making(size: number, at: number): void {
    this.#left -= size;
    if (size > MOST_RESULT || this.#left < 0)
      throw new ExpressionError(
        ExpressionErrorCode.TooLarge,
        at,
        `a value has at most ${MOST_RESULT} characters`,
      );
  }

  /** Where a text is in another one from a place on; -1 where it is not. @throws ExpressionError `too_large` */
  find(text: string, wanted: string, from: number, at: number): number {
    if (wanted.length > 1 && (text.length - from) * wanted.length > MOST_SEARCH)
      throw new ExpressionError(ExpressionErrorCode.TooLarge, at, "too long a text is looked for");
    return text.indexOf(wanted, from);
  }
}
