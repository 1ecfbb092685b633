import * as v from "valibot";
import { isMoJobError } from "../../../base/error.ts";
import { wanted } from "../../../base/issue/issue.ts";
import { copyJson, type JsonValue } from "../../../base/json.ts";

/** Any JSON, copied. */
export const jsonValue: v.GenericSchema<unknown, JsonValue> = v.pipe(
  v.unknown(),
  v.check(isJson, wanted("not_json")),
  v.transform((value) => copyJson(value)),
);

function isJson(value: unknown): boolean {
  try {
    copyJson(value);
    return true;
  } catch (error) {
    if (isMoJobError(error)) return false;
    throw error;
  }
}
