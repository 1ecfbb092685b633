/** What a number is made of: `-1 DD SS CCC EEE`. */
export interface ErrorNumberParts {
  /** DD, 1 to 99; those from 90 belong to the authors of jobs. */
  readonly domain: number;
  /** SS, 0 to 99. @default 0 */
  readonly part?: number;
  /** CCC, 0 to 999. */
  readonly place: number;
  /** EEE, such as an exit code; what does not fit is 0. @default 0 */
  readonly extra?: number;
}

/** Of what was no error. */
export const NO_ERROR = 0;

const ONE = 10_000_000_000;
const LONGEST_EXTRA = 999;
/** Of the domains 90 to 99. */
export const AUTHOR_NUMBERS = { min: -19_999_999_999, max: -19_000_000_000 } as const;

/**
 * The number that stands for these parts: negative, and a safe integer.
 * @example
 * ```ts
 * errorNumber({ domain: 4, place: 2 }); // -10400002000
 * ```
 */
export function errorNumber({ domain, part = 0, place, extra = 0 }: ErrorNumberParts): number {
  const fits = Number.isInteger(extra) && extra >= 0 && extra <= LONGEST_EXTRA;
  return -(ONE + domain * 100_000_000 + part * 1_000_000 + place * 1000 + (fits ? extra : 0));
}

/** Whether a value is a number that the author of a job may give an error. */
export function isAuthorNumber(value: unknown): value is number {
  return (
    Number.isInteger(value) && Number(value) >= AUTHOR_NUMBERS.min && Number(value) <= AUTHOR_NUMBERS.max
  );
}
