import { Buffer } from "node:buffer";

/** Bytes as JSON has them. */
export function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/** A number where it is exact, and else its digits. */
export function exactNumber(digits: string): number | string {
  const number = Number(digits);
  return String(number) === digits && Number.isFinite(number) ? number : digits;
}
