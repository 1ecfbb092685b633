import type { InputIssue } from "@mojob/core/engine";

/** What is wrong with a document, at a character of its text. */
export class YamlMistake extends Error {
  readonly issue: InputIssue;
  /** In characters from the beginning of the text. */
  readonly offset: number;

  constructor(issue: InputIssue, offset: number) {
    super(issue.message);
    this.issue = issue;
    this.offset = offset;
  }
}
