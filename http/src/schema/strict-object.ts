import { wanted } from "@mojob/core/engine";
import * as v from "valibot";

/** An object of these fields and no others; `message` is for what is no object. */
export function strictObject<const Entries extends v.ObjectEntries>(
  entries: Entries,
  message: string = wanted("not_object"),
): v.StrictObjectSchema<Entries, string> {
  return refuseLists(v.strictObject(entries, message));
}

/** To valibot a list is an object without the fields; to a client it is a mistake. */
export function refuseLists<Schema extends v.GenericSchema>(schema: Schema): Schema {
  const run: Schema["~run"] = (dataset, config) =>
    schema["~run"](Array.isArray(dataset.value) ? { value: null } : dataset, config);
  return { ...schema, "~run": run };
}
