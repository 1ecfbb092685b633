import type { InputIssue } from "@mojob/core/engine";

const MOST_ISSUES = 1000;

/** The findings in a body: mistakes, and warnings that are only worth a look. Past a thousand of each no more are kept. */
export class IssueList {
  readonly errors: InputIssue[] = [];
  readonly warnings: InputIssue[] = [];

  error(issue: InputIssue): void {
    if (this.errors.length < MOST_ISSUES) this.errors.push(issue);
  }

  warning(issue: InputIssue): void {
    if (this.warnings.length < MOST_ISSUES) this.warnings.push(issue);
  }
}
