import { MOST_INSTRUCTIONS } from "../base/linear-pattern.ts";
import { ExpressionError, ExpressionErrorCode } from "./expression-error.ts";
import { sizeOf, type Value } from "./value.ts";

/** Most characters of a result, and of any value that an expression makes on the way. */
export const MOST_RESULT = 262_144;
/** Most characters of all values that an expression makes together. */
const MOST_MADE = 4 * MOST_RESULT;
/**
 * Most steps of one evaluation. A step is one instruction of a pattern's program for one character, or work that takes as long: 16 ns
 * at most, so that all of them take about 35 ms.
 */
export const MOST_STEPS = 2_097_152;
/** Steps after which no further evaluation begins in a turn of the event loop. */
const STEPS_OF_TURN = 2 ** 19;
/** Compiling takes up to 2 µs for each instruction, and reading the text of an expression 150 ns for each character. */
const STEPS_PER_INSTRUCTION = 128;
const STEPS_PER_CHARACTER = 10;
/** For texts of so many characters and longer ones the search is linear in the text alone. */
const LONGEST_COMPARED = 8;
const CHARACTERS_PER_STEP = 16;

interface OnceDone {
  /** The length of an expression that was read. @default 0 */
  readonly characters?: number;
  /** The size of the program of a pattern that was compiled. @default 0 */
  readonly instructions?: number;
  /** @default 0 */
  readonly steps?: number;
}

/** Bounds the work that the evaluations of one turn may still do, each of them and all together, so that they never keep the process waiting. */
export class WorkBudget {
  #made = 0;
  #instructions = 0;
  #steps = 0;
  #turn = 0;

  /** Begins another evaluation: it has bounds of its own. */
  begin(): void {
    this.#made = 0;
    this.#instructions = 0;
    this.#steps = 0;
  }

  /** Whether another evaluation is for the next turn. */
  get isSpent(): boolean {
    return this.#turn > STEPS_OF_TURN;
  }

  /**
   * Counts steps before they are made.
   * @throws ExpressionError `too_large`
   */
  spend(steps: number, at: number): void {
    this.#steps += steps;
    this.#turn += steps;
    if (this.#steps > MOST_STEPS)
      throw tooLarge(at, `its values are too long for what it does: at most ${MOST_STEPS} steps`);
  }

  /** Counts what is done once: no bound of the evaluation depends on whether it was done before. */
  spendOnce({ characters = 0, instructions = 0, steps = 0 }: OnceDone): void {
    this.#turn += characters * STEPS_PER_CHARACTER + instructions * STEPS_PER_INSTRUCTION + steps;
  }

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
    this.#made += size;
    if (size > MOST_RESULT || this.#made > MOST_MADE)
      throw tooLarge(at, `a value has at most ${MOST_RESULT} characters`);
    this.spend(Math.ceil(size / CHARACTERS_PER_STEP), at);
  }

  /** Counts a pattern that is applied to a text. @throws ExpressionError `too_large` */
  matching(text: string, size: number, at: number): void {
    this.#instructions += size;
    if (this.#instructions > MOST_INSTRUCTIONS)
      throw tooLarge(at, `its patterns have at most ${MOST_INSTRUCTIONS} instructions together`);
    if (text.length * size > MOST_STEPS) throw tooLarge(at, "the text is too long for this pattern");
    this.spend(text.length * size, at);
  }

  /** Where a text is in another one from a place on; -1 where it is not. @throws ExpressionError `too_large` */
  find(text: string, wanted: string, from: number, at: number): number {
    const compared = Math.max(0, text.length - from) * Math.min(wanted.length, LONGEST_COMPARED);
    this.spend(Math.ceil(compared / CHARACTERS_PER_STEP), at);
    return text.indexOf(wanted, from);
  }
}

function tooLarge(at: number, message: string): ExpressionError {
  return new ExpressionError(ExpressionErrorCode.TooLarge, at, message);
}
