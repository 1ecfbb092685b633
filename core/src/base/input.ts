import * as v from "valibot";
import { MoJobError, MoJobErrorCode } from "./error.ts";
import { issueAt, readWanted } from "./issue/issue.ts";
import type { InputIssue } from "./issue/issue-code.ts";
import { escapePointer } from "./json.ts";

/**
 * Checks untrusted input against a schema and returns it typed.
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

/** Schemas whose own messages name the members they want. */
const OBJECTS: ReadonlySet<string> = new Set(["strict_object", "object", "record"]);

/** A schema's issue as a pointer, a code and words that follow the pointer. */
export function toInputIssue(issue: v.BaseIssue<unknown>): InputIssue {
  const path = issue.path ?? [];
  const pointer = path.map(({ key }) => `/${escapePointer(String(key))}`).join("");
  if (path.at(-1)?.origin === "key" && issue.kind === "schema")
    return issueAt(pointer, issue.expected === "never" ? "unknown_name" : "required");
  const read = readWanted(pointer, issue.message);
  const isObject = OBJECTS.has(issue.type) && read.code === "custom";
  return isObject ? { ...issueAt(pointer, "not_object"), message: read.message } : read;
}
