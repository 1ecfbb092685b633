import * as v from "valibot";
import { type InputIssue, MoJobError, MoJobErrorCode } from "./error.ts";
import { escapePointer } from "./json.ts";

/**
 * Checks what came from outside against a schema and answers it typed.
 *
 * @param doing what the caller was about to do, for the message: `change job "a"`
 * @throws MoJobError `invalid_argument` with a JSON Pointer for every mistake
 */
export function parseInput<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  doing: string,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  throw invalidInput(doing, parsed.issues.map(toInputIssue));
}

/** The error for one or more mistakes in an input. */
export function invalidInput(doing: string, issues: readonly InputIssue[]): MoJobError {
  const told = issues
    .slice(0, 3)
    .map(({ pointer, message }) => (pointer === "" ? message : `"${pointer}" ${message}`));
  const more = issues.length > told.length ? `; and ${issues.length - told.length} more` : "";
  return new MoJobError(MoJobErrorCode.InvalidArgument, `Cannot ${doing}: ${told.join("; ")}${more}`, {
    issues,
  });
}

/** A valibot issue as a pointer and words that follow it. */
function toInputIssue(issue: v.BaseIssue<unknown>): InputIssue {
  const path = issue.path ?? [];
  const pointer = path.map(({ key }) => `/${escapePointer(String(key))}`).join("");
  const isUnknownKey = issue.type === "strict_object" && issue.expected === "never";
  return { pointer, message: isUnknownKey ? "is not known here" : decapitalise(issue.message) };
}

function decapitalise(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
