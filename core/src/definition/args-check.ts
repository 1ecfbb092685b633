import type { StandardSchemaV1 } from "@standard-schema/spec";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { issueAt } from "../base/issue/issue.ts";
import type { InputIssue } from "../base/issue/issue-code.ts";
import { escapePointer, type JsonObject, type JsonValue } from "../base/json.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { missingFrom } from "../model/option/value/concurrency-key.ts";
import { Unique } from "../model/option/value/unique.ts";
import { BoundedSchema, type SchemaMistakes } from "../base/json-schema/bounded-schema.ts";
import { schemaIssue } from "./json-schema/schema-issue.ts";

/** The most mistakes that one refusal lists. */
const MOST_ISSUES = 100;
/** Most reports of the library that are looked at: it reports the keywords around a mistake before the mistake. */
const MOST_READ = 5000;

/** Keywords whose error comes with one for each value they refuse. */
const NEVER_ALONE: ReadonlySet<string> = new Set([
  "additionalProperties",
  "additionalItems",
  "unevaluatedProperties",
  "unevaluatedItems",
]);

/**
 * Takes time in proportion to the arguments, whatever the schema.
 * @throws MoJobError `invalid_args` with pointers below `/args`, at most 100, unless the arguments fit the JSON Schema
 */
export function assertArgsFitJsonSchema(jobKey: string, schema: JsonObject, args: JsonValue): void {
  const { valid, errors } = validate(jobKey, schema, args);
  if (valid) return;
  const first = errors.slice(0, MOST_READ);
  // The library reports each enclosing keyword too; the innermost say what is wrong.
  const enclosing = new Set(first.flatMap(({ keywordLocation }) => prefixesOf(keywordLocation)));
  const innermost = first.filter(
    ({ keyword, keywordLocation }) => !NEVER_ALONE.has(keyword) && !enclosing.has(keywordLocation),
  );
  throw invalidArgs(
    jobKey,
    innermost.slice(0, MOST_ISSUES).map((mistake) =>
      // The library returns URI fragments, RFC 6901 §6.
      schemaIssue(`/args${decodeURIComponent(mistake.instanceLocation.slice(1))}`, mistake, schema),
    ),
  );
}

/** Every location above a keyword's. */
function prefixesOf(location: string): readonly string[] {
  const prefixes: string[] = [];
  for (let end = location.lastIndexOf("/"); end > 0; end = location.lastIndexOf("/", end - 1)) {
    prefixes.push(location.slice(0, end));
  }
  return prefixes;
}

function validate(jobKey: string, schema: JsonObject, args: JsonValue): SchemaMistakes {
  try {
    return BoundedSchema.of(schema).validate(args);
  } catch (error) {
    // An unresolved reference, an unsupported pattern, too many steps: it concerns what the code registered.
    const why = error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error);
    throw new MoJobError(
      MoJobErrorCode.InvalidArgs,
      `Cannot check the arguments of job "${jobKey}": its JSON Schema cannot be applied (${why})`,
      { cause: error },
    );
  }
}

/**
 * The arguments as the job's own schema outputs them: checked, defaults filled in.
 * @throws MoJobError `invalid_args` with pointers below `/args`
 */
export async function parseArgs(jobKey: string, schema: StandardSchemaV1, args: JsonValue): Promise<unknown> {
  const outcome = await schema["~standard"].validate(args);
  if (outcome.issues === undefined) return outcome.value;
  throw invalidArgs(
    jobKey,
    outcome.issues.map(({ path, message }) => {
      const parts = (path ?? []).map((part) => String(typeof part === "object" ? part.key : part));
      return issueAt(`/args${parts.map((part) => `/${escapePointer(part)}`).join("")}`, "custom", {
        text: message,
      });
    }),
  );
}

/**
 * Refuses arguments without a value at the paths by which runs are told apart: all runs without one would count as the same.
 * @throws MoJobError `invalid_args`
 */
export function assertUniqueKey({ key, options }: JobDefinition, args: JsonValue): void {
  if (options.unique === Unique.Off) return;
  const missing = missingFrom(options.uniqueKey, args);
  if (missing.length > 0)
    throw invalidArgs(
      key,
      missing.map((pointer) => issueAt(pointer, "required")),
    );
}

function invalidArgs(jobKey: string, issues: readonly InputIssue[]): MoJobError {
  const first = issues[0];
  const told = first === undefined ? "they do not fit its schema" : `"${first.pointer}" ${first.message}`;
  return new MoJobError(
    MoJobErrorCode.InvalidArgs,
    `Cannot run job "${jobKey}" with these arguments: ${told}`,
    { issues },
  );
}
