import type { JsonValue } from "@mojob/core/ports";

/** The condition on a response. All that is stated must hold. */
export interface Condition {
  /** The statuses that count. @default every 2xx */
  readonly status?: readonly number[] | undefined;
  /** A text that the body contains. */
  readonly contains?: string | undefined;
  /** JSON pointers into the body, each with the value, or the list of values, that must be there. */
  readonly json?: Readonly<Record<string, unknown>> | undefined;
}

interface Judged {
  readonly status: number;
  readonly body: string;
}

/** The reason for which a response does not meet a condition; `null` where it does. */
export function unmet(condition: Condition, { status, body }: Judged): string | null {
  const isStatus = condition.status?.includes(status) ?? (status >= 200 && status < 300);
  if (!isStatus) return beginningOf(body);
  if (condition.contains !== undefined && !body.includes(condition.contains))
    return `the body does not contain "${beginningOf(condition.contains)}"`;
  if (condition.json === undefined) return null;
  const json = parseJson(body);
  if (json === undefined) return "the body is not JSON";
  for (const [pointer, wanted] of Object.entries(condition.json)) {
    const found = at(json, pointer);
    const values: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
    if (!values.some((value) => JSON.stringify(value) === JSON.stringify(found)))
      return `"${pointer}" is ${beginningOf(JSON.stringify(found) ?? "absent")}, wanted ${values.map((value) => JSON.stringify(value)).join(" or ")}`;
  }
  return null;
}

/** The body as JSON; `undefined` where it is none. */
export function parseJson(body: string): JsonValue | undefined {
  try {
    return JSON.parse(body) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The value that a JSON pointer (RFC 6901) names; `undefined` where there is none. */
export function at(json: JsonValue, pointer: string): JsonValue | undefined {
  const names = pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  let value: JsonValue | undefined = json;
  for (const name of names) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, JsonValue>>)[name];
  }
  return value;
}

/** The first line, or what of it fits into a message. */
function beginningOf(text: string): string {
  return (text.trim().split("\n", 1)[0] ?? "").slice(0, 200);
}
