import { MoJobError, MoJobErrorCode } from "./error.ts";
import { issueAt } from "./issue/issue.ts";

/** The text a page hands to the next one: the values of the last row's keyset, opaque to the caller. */
export function encodeCursor(values: readonly (string | number)[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(values));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

type CursorValues<Types extends readonly CursorType[]> = {
  -readonly [Index in keyof Types]: Types[Index] extends "string" ? string : number;
};
type CursorType = "string" | "number";

/**
 * Reads a cursor whose values have these types, in order.
 * @throws MoJobError `invalid_argument` at `/cursor` for anything else
 */
export function parseCursor<const Types extends readonly CursorType[]>(
  cursor: string,
  types: Types,
): CursorValues<Types> {
  const values = decode(cursor);
  if (
    Array.isArray(values) &&
    values.length === types.length &&
    types.every((type, index) => typeof values[index] === type)
  ) {
    return values as unknown as CursorValues<Types>;
  }
  throw new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot read the page after "${cursor.slice(0, 100)}": pass the cursor of the page before, unchanged`,
    { issues: [issueAt("/cursor", "stale_cursor")] },
  );
}

function decode(cursor: string): unknown {
  try {
    const binary = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0);
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
