const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** `String.fromCharCode` takes its characters as arguments, of which there may not be too many. */
const AT_ONCE = 8192;

/** Bytes as base64 (RFC 4648 §4) with padding. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let from = 0; from < bytes.length; from += AT_ONCE)
    binary += String.fromCharCode(...bytes.subarray(from, from + AT_ONCE));
  return btoa(binary);
}

/** The bytes of a base64 text; none where it is not base64 with its padding. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (!BASE64.test(text)) return new Uint8Array(0);
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
