const DATE_TAG = "$date";

/**
 * JSON text that also keeps dates, as `{"$date": <milliseconds>}`; names that begin with `$` get a second one, so that
 * no value of a user is taken for a date.
 */
export function toTaggedJson(value: unknown): string {
  return JSON.stringify(tag(value));
}

export function fromTaggedJson(text: string): unknown {
  // Most texts have nothing to undo, and a reviver is called for each of their values.
  if (!text.includes('"$')) return JSON.parse(text);
  return JSON.parse(text, (_name, value: unknown) => untag(value));
}

function tag(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return { [DATE_TAG]: value.getTime() };
  if (Array.isArray(value)) return value.map(tag);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name.startsWith("$") ? `$${name}` : name, tag(item)]),
  );
}

function untag(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (!names.some((name) => name.startsWith("$"))) return value;
  if (DATE_TAG in value) return new Date(Number(value[DATE_TAG]));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name.startsWith("$") ? name.slice(1) : name, item]),
  );
}
