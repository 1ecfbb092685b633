import * as v from "valibot";
import { wanted } from "./issue.ts";

/** An object of which no more than one name too many is looked at, however many it has. */
export function boundedRecord<Value>(
  name: v.GenericSchema<string>,
  value: v.GenericSchema<unknown, Value>,
  most: number,
): v.GenericSchema<unknown, Record<string, Value>> {
  const schema = v.pipe(
    v.record(name, value, wanted("not_object")),
    v.check((given) => Object.keys(given).length <= most, wanted("too_many", { max: most })),
  );
  const run: (typeof schema)["~run"] = (dataset, config) => {
    const given = dataset.value;
    const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
    const bounded = isObject
      ? { value: Object.fromEntries(Object.entries(given).slice(0, most + 1)) }
      : dataset;
    return schema["~run"](bounded, config);
  };
  return { ...schema, "~run": run };
}
