/** Where somebody writes in JSON that is not complete yet. */
export interface JsonCursor {
  /** The names and numbers of the places that lead there; what is written is the last one, or its name is not known yet. */
  readonly path: readonly (string | number)[];
  /** Whether it is the name of a member, or a value. */
  readonly kind: "name" | "value";
  /** What is written of it already. */
  readonly typed: string;
  /** Where that begins in the text. */
  readonly from: number;
  readonly isQuoted: boolean;
  /** The members that stand before it in the same object. */
  readonly names: readonly string[];
}

interface ObjectLevel {
  readonly kind: "object";
  readonly names: string[];
  /** The name before the value that is awaited; `null` where a name is. */
  name: string | null;
}

interface ListLevel {
  readonly kind: "list";
  index: number;
}

type Level = ObjectLevel | ListLevel;

const STRING = /"(?:[^"\\]|\\[^])*("|$)/y;
const WORD = /[^\s[\]{},:"]*$/;

/**
 * Reads the text before the cursor.
 * @example
 * ```ts
 * jsonCursor('{"nodes": [{"ty'); // { path: ["nodes", 0], kind: "name", typed: "ty", from: 13, isQuoted: true, names: [] }
 * ```
 */
export function jsonCursor(before: string): JsonCursor {
  const levels: Level[] = [];
  for (let at = 0; at < before.length;) {
    if (before.charAt(at) !== '"') {
      step(levels, before.charAt(at));
      at += 1;
      continue;
    }
    STRING.lastIndex = at;
    const [text = "", closing = ""] = STRING.exec(before) ?? [];
    if (closing === "") return cursorIn(levels, { typed: text.slice(1), from: at + 1, isQuoted: true });
    const level = levels.at(-1);
    if (level?.kind === "object" && level.name === null) level.names.push(unquoted(text));
    at += text.length;
  }
  const typed = WORD.exec(before)?.[0] ?? "";
  return cursorIn(levels, { typed, from: before.length - typed.length, isQuoted: false });
}

function step(levels: Level[], character: string): void {
  const level = levels.at(-1);
  if (character === "{") levels.push({ kind: "object", names: [], name: null });
  else if (character === "[") levels.push({ kind: "list", index: 0 });
  else if (character === "}" || character === "]") levels.pop();
  else if (character === ":" && level?.kind === "object") level.name = level.names.at(-1) ?? null;
  else if (character === "," && level?.kind === "object") level.name = null;
  else if (character === "," && level?.kind === "list") level.index += 1;
}

function cursorIn(
  levels: readonly Level[],
  written: Pick<JsonCursor, "typed" | "from" | "isQuoted">,
): JsonCursor {
  const path = levels.flatMap((level) => (level.kind === "list" ? level.index : (level.name ?? [])));
  const last = levels.at(-1);
  const isName = last?.kind === "object" && last.name === null;
  return {
    ...written,
    path,
    kind: isName ? "name" : "value",
    names: last?.kind === "object" ? last.names : [],
  };
}

function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}
