import { type InputIssue, ISSUE_CODES } from "@mojob/core/engine";
import * as v from "valibot";
import type { Parser } from "../request/validate.ts";

export interface InputIssueJson {
  readonly pointer: string;
  readonly code: InputIssue["code"];
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** One mistake in what was given. */
export const issueSchema: Parser<InputIssueJson> = v.object({
  pointer: v.string(),
  code: v.picklist(ISSUE_CODES),
  parameters: v.exactOptional(
    v.pipe(v.record(v.string(), v.unknown()), v.description("What a sentence about it is made of")),
  ),
  message: v.string(),
});

export function issueJson({ pointer, code, parameters, message }: InputIssue): InputIssueJson {
  return { pointer, code, ...(parameters !== undefined && { parameters }), message };
}
