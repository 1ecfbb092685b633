import { Buffer } from "node:buffer";

/** Bytes as JSON has them. */
export function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/** A number where it is exact, whatever zeros its digits end with, and else the digits. */
export function exactNumber(digits: string): number | string {
  const number = Number(digits);
  const shortest = digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
  return Number.isFinite(number) && String(number) === shortest ? number : digits;
}
