import { Validator } from "@cfworker/json-schema";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { type InputIssue, MoJobError, MoJobErrorCode } from "../base/error.ts";
import { escapePointer, type JsonObject, type JsonValue } from "../base/json.ts";

/** Compiled validators, by the schema object of a cached definition. */
const VALIDATORS = new WeakMap<JsonObject, Validator>();

/** @throws MoJobError `invalid_args` with pointers below `/args` unless the arguments fit the JSON Schema */
export function assertArgsFitJsonSchema(jobKey: string, schema: JsonObject, args: JsonValue): void {
  let validator = VALIDATORS.get(schema);
  if (validator === undefined) {
    validator = new Validator(schema, "2020-12", false);
    VALIDATORS.set(schema, validator);
  }
  const { valid, errors } = validator.validate(args);
  if (valid) return;
  // The library reports each enclosing keyword too; the deepest places say what is wrong.
  const deepest = Math.max(...errors.map(({ instanceLocation }) => instanceLocation.split("/").length));
  throw invalidArgs(
    jobKey,
    errors
      .filter(({ instanceLocation }) => instanceLocation.split("/").length === deepest)
      .map(({ instanceLocation, error }) => ({
        pointer: `/args${instanceLocation.slice(1)}`,
        message: error,
      })),
  );
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
