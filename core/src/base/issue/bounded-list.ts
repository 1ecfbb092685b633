import * as v from "valibot";
import { wanted } from "./issue.ts";

/** A list of which no more than one item too many is looked at, however long it is. */
export function boundedList<Item>(
  item: v.GenericSchema<unknown, Item>,
  maxLength: number,
): v.GenericSchema<unknown, Item[]> {
  const schema = v.pipe(
    v.array(item, wanted("not_list")),
    v.maxLength(maxLength, wanted("too_many", { max: maxLength })),
  );
  const run: (typeof schema)["~run"] = (dataset, config) => {
    const { value } = dataset;
    const bounded = Array.isArray(value) ? { value: value.slice(0, maxLength + 1) } : dataset;
    return schema["~run"](bounded, config);
  };
  return { ...schema, "~run": run };
}
