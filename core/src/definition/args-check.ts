import { type SchemaDraft, type ValidationResult, Validator } from "@cfworker/json-schema";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { type InputIssue, MoJobError, MoJobErrorCode } from "../base/error.ts";
import { escapePointer, type JsonObject, type JsonValue } from "../base/json.ts";

/** Compiled validators, by the schema object of a cached definition: they go when it goes. */
const VALIDATORS = new WeakMap<JsonObject, Validator>();

/** Which drafts of JSON Schema read a schema, by what its `$schema` names; without one it is the latest. */
const DRAFTS: readonly (readonly [RegExp, SchemaDraft])[] = [
  [/draft-0?4/, "4"],
  [/draft-0?[67]/, "7"],
  [/2019-09/, "2019-09"],
];

/** Keywords whose error comes with one for each value they refuse. */
const NEVER_ALONE: ReadonlySet<string> = new Set([
  "additionalProperties",
  "additionalItems",
  "unevaluatedProperties",
  "unevaluatedItems",
]);

/** @throws MoJobError `invalid_args` with pointers below `/args` unless the arguments fit the JSON Schema */
export function assertArgsFitJsonSchema(jobKey: string, schema: JsonObject, args: JsonValue): void {
  const { valid, errors } = validate(jobKey, schema, args);
  if (valid) return;
  throw invalidArgs(
    jobKey,
    errors
      // The library reports each enclosing keyword too; the innermost say what is wrong.
      .filter(
        ({ keyword, keywordLocation: outer }) =>
          !NEVER_ALONE.has(keyword) &&
          errors.every(({ keywordLocation }) => !keywordLocation.startsWith(`${outer}/`)),
      )
      .map(({ instanceLocation, error, keyword }) => ({
        // The library answers URI fragments, RFC 6901 §6.
        pointer: `/args${decodeURIComponent(instanceLocation.slice(1))}`,
        message: keyword === "false" ? "is not allowed here" : error,
      })),
  );
}

function validate(jobKey: string, schema: JsonObject, args: JsonValue): ValidationResult {
  try {
    let validator = VALIDATORS.get(schema);
    if (validator === undefined) {
      validator = new Validator(schema, draftOf(schema), false);
      VALIDATORS.set(schema, validator);
    }
    return validator.validate(args);
  } catch (error) {
    // A reference to nowhere, a pattern that is none: what the code registered, not what the caller sent.
    const why = error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error);
    throw new MoJobError(
      MoJobErrorCode.InvalidArgs,
      `Cannot check the arguments of job "${jobKey}": its JSON Schema cannot be applied (${why})`,
      { cause: error },
    );
  }
}

function draftOf({ $schema }: JsonObject): SchemaDraft {
  const named = typeof $schema === "string" ? $schema : "";
  return DRAFTS.find(([pattern]) => pattern.test(named))?.[1] ?? "2020-12";
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
    outcome.issues.map(({ path, message }) => ({
      pointer: `/args${(path ?? []).map((part) => `/${escapePointer(String(typeof part === "object" ? part.key : part))}`).join("")}`,
      message,
    })),
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
