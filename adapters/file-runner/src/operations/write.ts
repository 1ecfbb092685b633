import { NonRetryableError } from "@mojob/core";
import { type JsonObject, WorkError, WorkErrorCode } from "@mojob/core/ports";
import { filled } from "../place/filled.ts";
import { isStored, type WorkOf } from "../work/file-work.ts";
import { deliver } from "./deliver.ts";
import { openSource, type OpenedSource } from "./opened-source.ts";
import type { Session } from "./session.ts";

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Writes a text, or the bytes that a text has as base64. */
export async function write(work: WorkOf<"write">, session: Session): Promise<JsonObject> {
  const bytes = bytesOf(filled(work.text, session.args), work.encoding ?? "utf8");
  if (work.ifExists !== "append" || isStored(work.to))
    return deliver(work.to, work.ifExists === "replace" ? "replace" : "fail", oneOf(bytes), session);
  const before = await openSource(work.to, session).catch((error: unknown) => {
    if (error instanceof WorkError && error.code === WorkErrorCode.FileUnavailable) return null;
    throw error;
  });
  try {
    return await deliver(work.to, before === null ? "fail" : "replace", followed(before, bytes), session);
  } finally {
    await before?.close();
  }
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}

async function* followed(
  before: OpenedSource | null,
  bytes: Uint8Array,
): AsyncGenerator<Uint8Array, void, void> {
  if (before !== null) yield* before.bytes();
  yield bytes;
}

/** @throws NonRetryableError for what is no base64 */
function bytesOf(text: string, encoding: "utf8" | "base64"): Uint8Array {
  if (encoding === "utf8") return new TextEncoder().encode(text);
  if (!BASE64.test(text)) throw new NonRetryableError("The text to write is no base64");
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
