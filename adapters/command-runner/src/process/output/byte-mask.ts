import { Buffer } from "node:buffer";
import { MASK, type TextMask } from "@mojob/core/ports";

/**
 * Hides texts in bytes that come in pieces: what may be the beginning of a hidden text is held back until it is clear what
 * follows.
 */
export class ByteMask {
  /** Bytes are handled as text with a character for each byte. */
  readonly #needles: readonly string[];
  #held = "";

  constructor(mask: TextMask) {
    this.#needles = mask.needles.map((needle) => Buffer.from(needle, "utf8").toString("latin1"));
  }

  /** What can be shown by now. */
  push(bytes: Uint8Array): Uint8Array {
    const text =
      this.#held + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
    const { masked, from } = this.#maskWhole(text);
    const heldFrom = this.#heldFrom(text, from);
    this.#held = text.slice(heldFrom);
    return Buffer.from(masked + text.slice(from, heldFrom), "latin1");
  }

  /** What is still held: it was not the beginning of a hidden text. */
  end(): Uint8Array {
    const rest = this.#held;
    this.#held = "";
    return Buffer.from(rest, "latin1");
  }

  /** The text up to the end of the last hidden one, masked, and where that is. */
  #maskWhole(text: string): { readonly masked: string; readonly from: number } {
    let masked = "";
    let from = 0;
    for (;;) {
      const found = this.#first(text, from);
      if (found === null) return { masked, from };
      masked += text.slice(from, found.at) + MASK;
      from = found.at + found.length;
    }
  }

  #first(text: string, from: number): { readonly at: number; readonly length: number } | null {
    let first: { readonly at: number; readonly length: number } | null = null;
    for (const needle of this.#needles) {
      const at = text.indexOf(needle, from);
      if (at >= 0 && (first === null || at < first.at)) first = { at, length: needle.length };
    }
    return first;
  }

  #heldFrom(text: string, from: number): number {
    let heldFrom = text.length;
    for (const needle of this.#needles) {
      const beginning = needle[0] ?? "";
      let at = text.indexOf(beginning, Math.max(from, text.length - needle.length + 1));
      while (at >= 0 && at < heldFrom && !needle.startsWith(text.slice(at)))
        at = text.indexOf(beginning, at + 1);
      if (at >= 0 && at < heldFrom) heldFrom = at;
    }
    return heldFrom;
  }
}
