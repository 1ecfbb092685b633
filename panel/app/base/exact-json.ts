/** Integers that JavaScript may change; digits within a text are none, unless they follow a colon or a comma there. */
const MAY_NOT_SURVIVE = /(?:^|[[:,])\s*-?\d{16}/;

interface RawJson {
  rawJSON(text: string): unknown;
}

/**
 * Reads JSON without changing a number: one that would be another afterwards is kept as its text (`JSON.rawJSON`), which
 * `JSON.stringify` writes as it was. Where a browser knows no such thing, numbers are read as always.
 */
export function parseExactJson(text: string): unknown {
  if (!MAY_NOT_SURVIVE.test(text) || !("rawJSON" in JSON)) return JSON.parse(text);
  const { rawJSON } = JSON as unknown as RawJson;
  const reviver = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === "number" && context?.source !== undefined && isChanged(value, context.source)
      ? rawJSON(context.source)
      : value;
  return JSON.parse(text, reviver);
}

function isChanged(value: number, source: string): boolean {
  if (!/^-?\d+$/.test(source)) return false;
  return !Number.isSafeInteger(value) && BigInt(source) !== BigInt(value);
}
