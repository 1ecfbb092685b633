import { canonicalJson, type JsonValue } from "./json.ts";

/** A SHA-256 of the value as hexadecimal text; equal JSON has an equal one. */
export function fingerprint(value: JsonValue): Promise<string> {
  return sha256(canonicalJson(value));
}

/** The SHA-256 of a text in UTF-8, as hexadecimal text. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A number from 0 to below 1 that a text stands for, evenly spread: FNV-1a over its characters. */
export function shareOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  // The last characters of similar texts reach the upper bits only after some more rounds.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39) >>> 0;
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
