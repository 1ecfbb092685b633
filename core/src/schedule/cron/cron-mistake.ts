import { issueAt } from "../../base/issue/issue.ts";
import type { CronPlace, InputIssue, IssueCode, IssueParameters } from "../../base/issue/issue-code.ts";

type CronIssueCode = Extract<IssueCode, `cron_${string}`>;
type Beside<Code extends CronIssueCode> = Omit<IssueParameters[Code], keyof CronPlace>;

/** A mistake in a cron expression: where it is and what is wanted there; the cause of what `parseCron` throws. */
export class CronMistakeError extends Error {
  /** The character it begins at, from 1. */
  readonly position: number;
  readonly issue: InputIssue;

  constructor(position: number, issue: InputIssue, options?: ErrorOptions) {
    super(issue.message, options);
    this.position = position;
    this.issue = issue;
  }
}

/** The mistake at an offset, which counts from 0. */
export function cronMistake<Code extends CronIssueCode>(
  offset: number,
  code: Code,
  beside: Beside<Code>,
  options?: ErrorOptions,
): CronMistakeError {
  const position = offset + 1;
  const given = ["/cron", code, { ...beside, position }] as unknown as Parameters<typeof issueAt<Code>>;
  return new CronMistakeError(position, issueAt(...given), options);
}

/** Names a piece of the expression, which may be as long as the caller likes. */
export function clip(text: string): string {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}
