import type { NameOfActor } from "./name-of-actor.ts";

/** Parameters of a sentence with the names of people in place of their labels, also of a reason within them. */
export function withNames(parameters: unknown, nameOf: NameOfActor): unknown {
  if (typeof parameters !== "object" || parameters === null || Array.isArray(parameters)) return parameters;
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      name === "by" && typeof value === "string" && value.startsWith("user:")
        ? nameOf(value)
        : withNames(value, nameOf),
    ]),
  );
}
