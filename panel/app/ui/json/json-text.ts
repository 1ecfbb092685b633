interface RawNumber {
  readonly rawJSON: string;
}

/** Whether a value is a number that was kept as its text, as `parseExactJson` does with those JavaScript would change. */
export function isRawNumber(value: unknown): value is RawNumber {
  const { isRawJSON } = JSON as { readonly isRawJSON?: (value: unknown) => boolean };
  return isRawJSON?.(value) === true;
}

/** A value as JSON, every number as it was written. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? "";
}
