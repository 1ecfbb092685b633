import type { FailureParameters, FailureSummary } from "../failure-summary.ts";
import type { AnyCause, AnyReason } from "./given.ts";
import type { Language, TimeText } from "../words/language.ts";

/** The same in English and in Chinese. */
export type Both<Value> = readonly [en: Value, zh: Value];

/** A sentence, or how it is made of what is given. */
export type Sentence<Given extends readonly unknown[]> = string | ((...given: Given) => string);

/** The statuses of the API's problems. */
export type ProblemStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 409
  | 412
  | 413
  | 415
  | 422
  | 428
  | 429
  | 500
  | 501
  | 503;

/** An error as a problem of the API: its status, and what is the same for every occurrence (RFC 9457 §3.1.3). */
export type Problem = readonly [status: ProblemStatus, title: string, titleInChinese: string];

/**
 * All there is to a code: constants, types, texts, the API's problems, the panel's words and the pages of error codes are
 * made of it. A code is of each kind that its row has: an error, a problem of HTTP alone, a failure, a reason or a cause.
 */
export interface CodeRow {
  /**
   * Its domain (`ERROR_DOMAINS`) and its place there, 1 to 999. Numbers are permanent: that of a code is never changed, nor
   * given to another code. A reason without one is no error.
   */
  readonly number?: readonly [domain: number, place: number];
  /** Whether the same call, or another attempt, may succeed without a change. @default false */
  readonly isRetryable?: true;
  readonly means?: Both<string>;
  /** What to do about it. */
  readonly advice?: Both<string>;
  /** The code is one of `MoJobErrorCode`. How a run ended would be a mistake of ours as a response, and has 500. */
  readonly error?: Problem;
  /** The code is one of `HttpProblemCode`: what is wrong with requests that do not reach the scheduler. */
  readonly request?: Problem;
  /** The panel's Chinese sentence about the problem; the English one is that of the occurrence. */
  readonly detail?: string;
}

/** A row whose code failures have: its texts are given the parameters, and the message as it was thrown. */
export interface FailureRow extends CodeRow {
  readonly failure: Both<Sentence<[FailureParameters, string]>>;
}

/** The same for one of `WorkErrorCode`: work that is not the app's own code fails with it. */
export interface WorkRow extends CodeRow {
  readonly work: FailureRow["failure"];
}

/** A row whose code reasons have, with parameters of this type; `of` makes the text of a failure. */
export interface ReasonRow<Parameters = undefined> extends CodeRow {
  readonly reason: Both<Sentence<[Parameters, of: (failure: FailureSummary) => string]>>;
}

/** Makes the texts that stand within that of a cause. */
export interface Within {
  readonly reason: (reason: AnyReason) => string;
  readonly cause: (cause: AnyCause) => string;
}

/** A row whose code causes have, with parameters of this type. */
export interface CauseRow<Parameters = undefined> extends CodeRow {
  readonly cause: Both<Sentence<[Parameters, TimeText, Within]>>;
}

/** Any row, for who looks a code up. */
export interface AnyRow extends CodeRow, Partial<FailureRow & WorkRow & ReasonRow<never> & CauseRow<never>> {}

/** The parameters of the texts of a row. */
export type GivenTo<Texts extends Both<Sentence<never>>> = Parameters<Exclude<Texts[0], string>>[0];

type Numbered<Row extends CodeRow> = Omit<Row, "number" | "isRetryable" | "means" | "advice"> &
  Required<Pick<CodeRow, "means" | "advice">>;

/** The row of an error, by its domain and its place there. Rows state their types with `as`: declarations are made file by file. */
export function error<Row extends CodeRow>(domain: number, place: number, row: Numbered<Row>): Row {
  return { number: [domain, place], ...row } as Row;
}

/** The same of an error after which the same call, or another attempt, may succeed without a change. */
export function retryable<Row extends CodeRow>(domain: number, place: number, row: Numbered<Row>): Row {
  return { number: [domain, place], isRetryable: true, ...row } as Row;
}

/** The row of a code that reasons alone have, and that is no error. */
export function reason<Parameters>(...texts: ReasonRow<Parameters>["reason"]): ReasonRow<Parameters> {
  return { reason: texts };
}

/** The row of a code that causes alone have. */
export function cause<Parameters>(...texts: CauseRow<Parameters>["cause"]): CauseRow<Parameters> {
  return { cause: texts };
}

export function inLanguage<Value>([en, zh]: Both<Value>, language: Language): Value {
  return language === "en" ? en : zh;
}

/** The sentence of a row in a language. */
export function say<Given extends readonly unknown[]>(
  texts: Both<Sentence<Given>>,
  language: Language,
  ...given: Given
): string {
  const text = inLanguage(texts, language);
  return typeof text === "string" ? text : text(...given);
}
