/** One safeguard taken away, and the test that must notice. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  /** What stands in the file, exactly once … */
  readonly text: string;
  /** … and what stands there instead. */
  readonly instead: string;
  readonly test: string;
  /** A part of the test's name. */
  readonly testName: string;
}
