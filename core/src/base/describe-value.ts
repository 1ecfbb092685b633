/** What a value is, as a text for people: itself where it is a text, else JSON or its type. Never throws. */
export function describeValue(value: unknown): string {
  try {
    if (typeof value !== "object" || value === null) return String(value);
    return jsonOf(value) ?? Object.prototype.toString.call(value);
  } catch {
    // A getter or a proxy that throws while it is looked at.
    return "something that cannot be described";
  }
}

/** `null` for what is circular or holds what JSON does not know. */
function jsonOf(value: object): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null;
  }
}
