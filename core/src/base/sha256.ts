import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * The SHA-256 of a text in UTF-8, as hexadecimal text, at once: that of Web Crypto takes turns of the event loop, for which a change would
 * wait before it is written. For some kilobytes; what is longer is better hashed by `sha256` of `fingerprint.ts`.
 */
export function sha256Now(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
