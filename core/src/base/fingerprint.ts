import { canonicalJson, type JsonValue } from "./json.ts";

/** A SHA-256 of the value as hexadecimal text; equal JSON has an equal one. */
export async function fingerprint(value: JsonValue): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonicalJson(value)));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
