/** Why an expression has no value. */
export const ExpressionErrorCode = {
  /** The text is not an expression. */
  Syntax: "syntax",
  /** It has more characters, parts or nesting than expressions may have. */
  TooComplex: "too_complex",
  /** A name that leads to nothing. */
  UndefinedReference: "undefined_reference",
  /** An operator or a function was given values of another kind than it takes. */
  TypeMismatch: "type_mismatch",
  /** A value of one item of a batch was wanted, and no item was chosen. */
  NeedsItem: "needs_item",
  /** More text or more values than an expression may make or search. */
  TooLarge: "too_large",
  /** A pattern that cannot be compiled, or not to one whose time is linear. */
  BadRegex: "bad_regex",
} as const;
export type ExpressionErrorCode = (typeof ExpressionErrorCode)[keyof typeof ExpressionErrorCode];

/** A mistake in an expression, and where in its text it is. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
  readonly code: ExpressionErrorCode;
  /** Counted in UTF-16 units from 0. */
  readonly at: number;

  constructor(code: ExpressionErrorCode, at: number, message: string) {
    super(message);
    this.code = code;
    this.at = at;
  }
}
