/** Where a text stops being JSON. */
export interface JsonMistake {
  readonly message: string;
  /** From 1; `null` where the browser does not say. */
  readonly line: number | null;
  readonly column: number | null;
}

/** `null` where the text is JSON. */
export function findJsonMistake(text: string): JsonMistake | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const message = (error as Error).message;
    const words = message.replace(/,? (?:in JSON )?at (?:position|line) .*$/, "").replace(/, "[\s\S]*/, "");
    const place = /line (\d+) column (\d+)/.exec(message);
    if (place) return { message: words, line: Number(place[1]), column: Number(place[2]) };
    const offset = /position (\d+)/.exec(message)?.[1];
    if (offset !== undefined) return { message: words, ...placeOf(text, Number(offset)) };
    if (/end of (JSON|data)/.test(message)) return { message: words, ...placeOf(text, text.length) };
    return { message: words, line: null, column: null };
  }
}

function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}
