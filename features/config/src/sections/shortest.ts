import { jsonOf, type JsonObject, type JsonValue } from "@mojob/core/ports";
import { isSame } from "../change.ts";
import { ordered } from "../document.ts";

/** An item without the members that mean the same where they are left out. */
export function shortest<Item extends object>(
  item: Item,
  parse: (items: JsonValue) => readonly Item[],
): JsonObject {
  const whole = jsonOf(item) as JsonObject;
  const meansSame = (shorter: JsonObject): boolean => {
    try {
      return isSame(jsonOf(parse([shorter])[0] ?? {}), whole);
    } catch {
      return false;
    }
  };
  let rest = whole;
  for (const [name, value] of Object.entries(whole)) {
    const { [name]: _, ...without } = rest;
    if (meansSame(without)) {
      rest = without;
      continue;
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    for (const member of Object.keys(value)) {
      const { [member]: __, ...others } = rest[name] as JsonObject;
      if (meansSame({ ...rest, [name]: others })) rest = { ...rest, [name]: others };
    }
  }
  return ordered(rest) as JsonObject;
}
