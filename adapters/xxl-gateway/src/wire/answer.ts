import type { JsonValue } from "@mojob/core/ports";

/** The one code that means success; every other integer is a failure. */
export const SUCCESS = 200;

/** A response to a call, in either direction. */
export interface Answer {
  readonly code: number;
  readonly message: string | null;
  /** The payload of a log call, under `content` or `data` by the client's version. */
  readonly payload: JsonValue;
}

/** A response that every client understands by its code: some read `content` and others `data`, and none wants a text there. */
export function answerText(code: number, message: string | null): string {
  return JSON.stringify({ code, msg: message, content: null });
}

/**
 * Reads a response by what is in it, because executors state wrong content types. The Go executor refuses a run with a list
 * of callbacks, which is read as a refusal with their message.
 * @throws Error for what is no response of an executor
 */
export function parseAnswer(text: string): Answer {
  const value = parseJson(text);
  const refusal: unknown = Array.isArray(value) ? value[0] : undefined;
  if (isRecord(refusal)) {
    const { code, message } = resultOf(refusal);
    return { code: code === null || code === SUCCESS ? 500 : code, message, payload: null };
  }
  if (!isRecord(value) || !Number.isInteger(Number(value["code"])))
    throw new Error(`The response is not that of an XXL-JOB executor: "${text.slice(0, 100)}"`);
  return {
    code: Number(value["code"]),
    message: typeof value["msg"] === "string" ? value["msg"] : null,
    payload: (value["content"] ?? value["data"] ?? null) as JsonValue,
  };
}

/** The result in a callback item: the newer form, the older one, or both. `code` is `null` where neither is there. */
export function resultOf(item: Readonly<Record<string, unknown>>): {
  readonly code: number | null;
  readonly message: string | null;
  readonly value: JsonValue;
} {
  const older = isRecord(item["executeResult"]) ? item["executeResult"] : {};
  const code = item["handleCode"] ?? older["code"];
  const value = (item["handleMsg"] ?? older["msg"] ?? null) as JsonValue;
  const message = value === null ? null : typeof value === "string" ? value : JSON.stringify(value);
  return { code: Number.isInteger(code) ? (code as number) : null, message, value };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const LONGEST_LINE = 500;

/** The line of a message for a failure's sentence: of a Java stack the cause at its end, else the first line. */
export function lineOf(text: string): string {
  const cause = [...text.matchAll(/^Caused by: (.+?)\r?$/gm)].at(-1)?.[1];
  return (cause ?? text.trim().split(/\r?\n/, 1)[0] ?? "").slice(0, LONGEST_LINE);
}
