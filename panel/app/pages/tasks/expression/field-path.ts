import { formatExpression, parseExpression, type PathStep } from "@mojob/tasks/edit";

const ANY_ROOT = "$.X";
const MOST_OFFERED = 200;
const DEEPEST = 3;

/**
 * The way into a value as people write it.
 * @example
 * ```ts
 * fieldText([{ type: "name", name: "rows" }, { type: "index", index: 0 }]); // "rows[0]"
 * ```
 */
export function fieldText(steps: readonly PathStep[]): string {
  const written = formatExpression({ type: "path", root: "X", steps, at: 0 });
  return written.slice(ANY_ROOT.length).replace(/^\./, "");
}

/** `null` where the text is no way. */
export function readField(text: string): readonly PathStep[] | null {
  const written = text.trim();
  if (written === "") return [];
  try {
    const parsed = parseExpression(`${ANY_ROOT}${written.startsWith("[") ? "" : "."}${written}`);
    return parsed.type === "path" ? parsed.steps : null;
  } catch {
    return null;
  }
}

/** The ways into a value that was seen, those near the top first. */
export function fieldsOf(value: unknown): readonly string[] {
  const found: string[] = [];
  let level: (readonly [steps: readonly PathStep[], value: unknown])[] = [[[], value]];
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    level = level.flatMap(([steps, one]) =>
      stepsInto(one).map(([step, inner]) => [[...steps, step], inner] as const),
    );
    found.push(...level.slice(0, MOST_OFFERED - found.length).map(([steps]) => fieldText(steps)));
  }
  return found;
}

function stepsInto(value: unknown): readonly (readonly [PathStep, unknown])[] {
  if (typeof value !== "object" || value === null) return [];
  // One item says what the others are like.
  if (Array.isArray(value))
    return value.slice(0, 1).map((item: unknown) => [{ type: "index", index: 0 }, item]);
  return Object.entries(value).map(([name, inner]) => [{ type: "name", name }, inner]);
}
