import type { InputIssue, IssueCode, IssueParameters, IssueWords } from "./issue-code.ts";
import { ISSUES_EN } from "./issues.en.ts";

/** The arguments that a code requires: its parameters, or nothing. */
type GivenWith<Code extends IssueCode> = IssueParameters[Code] extends undefined
  ? []
  : [parameters: IssueParameters[Code]];

/** One mistake at a pointer. */
export function issueAt<Code extends IssueCode>(
  pointer: string,
  code: Code,
  ...given: GivenWith<Code>
): InputIssue {
  const [parameters] = given as readonly [Readonly<Record<string, unknown>>?];
  return {
    pointer,
    code,
    ...(parameters !== undefined && { parameters }),
    message: sentence(code, parameters),
  };
}

/** The message of a schema that refuses a value: a code that `readWanted` turns into an issue. */
export function wanted<Code extends IssueCode>(code: Code, ...given: GivenWith<Code>): string {
  return given.length === 0 ? code : `${code} ${JSON.stringify(given[0])}`;
}

/** The issue behind the message of a schema; a message that is none of ours stands as it is. */
export function readWanted(pointer: string, message: string): InputIssue {
  const [, code = "", json] = /^([a-z_]+)(?: (\{.*\}))?$/s.exec(message) ?? [];
  if (!isIssueCode(code)) return issueAt(pointer, "custom", { text: decapitalise(message) });
  const parameters = json === undefined ? undefined : (JSON.parse(json) as Readonly<Record<string, unknown>>);
  return {
    pointer,
    code,
    ...(parameters !== undefined && { parameters }),
    message: sentence(code, parameters),
  };
}

/** A code of this version; a newer one may have others. */
export function isIssueCode(code: string): code is IssueCode {
  return Object.hasOwn(ISSUES_EN, code);
}

/** The sentence of an issue in the words of a language. */
export function sentence(code: IssueCode, parameters: unknown, words: IssueWords = ISSUES_EN): string {
  return (words[code] as (parameters: unknown) => string)(parameters);
}

function decapitalise(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
