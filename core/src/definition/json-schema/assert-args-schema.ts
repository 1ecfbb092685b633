import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { copyJson, type JsonObject } from "../../base/json.ts";
import { byteLength } from "../../base/truncate.ts";
import { BoundedSchema } from "../../base/json-schema/bounded-schema.ts";

const MOST_BYTES = 64 * 1024;
const LIMITS = { maxDepth: 64, maxNodes: 10_000 };

/**
 * Refuses a schema that could not be applied later, when a run is asked for.
 * @throws MoJobError `invalid_argument` for one of more than 64 KiB or 64 levels, or with a pattern that is not linear
 */
export function assertArgsSchema(schema: JsonObject, doing: string): void {
  const pointer = "/argsSchema";
  const bytes = byteLength(JSON.stringify(copyJson(schema, pointer, LIMITS)));
  if (bytes > MOST_BYTES) {
    throw invalidInput(doing, [issueAt(pointer, "too_many_bytes", { max: MOST_BYTES, bytes })]);
  }
  try {
    BoundedSchema.of(schema);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw invalidInput(doing, [issueAt(pointer, "bad_schema", { why })]);
  }
}
