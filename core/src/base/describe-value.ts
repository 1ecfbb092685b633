const LONGEST_CAUSE_CHAIN = 5;

/**
 * Describes a value to people: a text as it is, an error by its message and those of its causes, anything else as JSON or by its type.
 * Never throws.
 */
export function describeValue(value: unknown): string {
  try {
    if (typeof value !== "object" || value === null) return String(value);
    return errorText(value) ?? jsonOf(value) ?? Object.prototype.toString.call(value);
  } catch {
    // A getter or a proxy that throws while it is looked at.
    return "something that cannot be described";
  }
}

/** `null` for what is no error, or throws while it is looked at. */
function errorText(value: object): string | null {
  const messages: string[] = [];
  try {
    let current: unknown = value;
    while (current instanceof Error && messages.length < LONGEST_CAUSE_CHAIN) {
      messages.push(String(current));
      current = current.cause;
    }
  } catch {
    return null;
  }
  return messages.length === 0 ? null : messages.join("\nCaused by: ");
}

/** `null` for what is circular or holds what JSON does not know. */
function jsonOf(value: object): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null;
  }
}
