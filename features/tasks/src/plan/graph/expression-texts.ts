import { escapePointer } from "@mojob/core/engine";

/** Members whose text is an expression, wherever they stand in a node. */
const EXPRESSION_MEMBERS: ReadonlySet<string> = new Set([
  "expression",
  "skipWhen",
  "when",
  "until",
  "check",
  "uri",
  "expect",
  "items",
  "ms",
  "successCondition",
]);

/** Members in which no expression stands. Nodes in groups are looked at by themselves. */
const OTHER_MEMBERS: ReadonlySet<string> = new Set([
  "nodes",
  "value",
  "work",
  "ready",
  "end",
  "form",
  "pre",
  "position",
  "by",
  "retry",
]);

/** An expression, and its place in the body. */
export interface PlacedText {
  readonly pointer: string;
  readonly text: string;
  /** The name of the parameter that it is the whole value of; `null` where it is no parameter's. */
  readonly param: string | null;
}

/** The expressions of a value, in the order of its members. */
export function expressionsIn(value: unknown, pointer: string): readonly PlacedText[] {
  const found: PlacedText[] = [];
  collect(value, pointer, false, found);
  return found;
}

function collect(value: unknown, pointer: string, isParam: boolean, found: PlacedText[]): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (let place = 0; place < value.length; place += 1)
      collect(value[place], `${pointer}/${place}`, isParam, found);
    return;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(members)) {
    const inner = members[name];
    if (typeof inner === "string") {
      if (!EXPRESSION_MEMBERS.has(name)) continue;
      const param = isParam && name === "expression" ? String(members["name"]) : null;
      found.push({ pointer: `${pointer}/${escapePointer(name)}`, text: inner, param });
    } else if (typeof inner === "object" && !OTHER_MEMBERS.has(name))
      collect(
        inner,
        `${pointer}/${escapePointer(name)}`,
        isParam || name === "params" || name === "sets",
        found,
      );
  }
}
