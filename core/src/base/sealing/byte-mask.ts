import type { ByteTrie } from "./byte-trie.ts";

const SMALLEST = 1024;

/** A stretch of hidden bytes; positions count all bytes since the beginning. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Hides texts in bytes that come in pieces: what may be the beginning of a hidden text is held back until it is clear what
 * follows. Texts that overlap are hidden together. It looks at each byte a bounded number of times.
 */
export class ByteMask {
  readonly #trie: ByteTrie;
  readonly #mark: Uint8Array;
  #node = 0;
  #buffer: Uint8Array = new Uint8Array(0);
  /** Where in the buffer the bytes that are held begin … */
  #offset = 0;
  /** … and the position of the first of them. */
  #from = 0;
  /** The position behind the last byte that came. */
  #end = 0;
  /** The stretches to hide in the bytes that are held, in order; they neither overlap nor end before `#from`. */
  readonly #hidden: Stretch[] = [];

  constructor(trie: ByteTrie, mark: Uint8Array) {
    this.#trie = trie;
    this.#mark = mark;
  }

  /** Whether anything was hidden by now. */
  hasHidden = false;

  /** Adds bytes; returns those that can be shown by now. */
  push(bytes: Uint8Array): Uint8Array {
    this.#keep(bytes);
    for (const byte of bytes) {
      this.#node = this.#trie.next(this.#node, byte);
      this.#end += 1;
      const length = this.#trie.found(this.#node);
      if (length > 0) this.#hide(this.#end - length);
    }
    return this.#release(this.#end - this.#trie.depth(this.#node));
  }

  /** Returns the bytes that are still held: they were not the beginning of a hidden text. */
  end(): Uint8Array {
    this.#node = 0;
    return this.#release(this.#end);
  }

  #keep(bytes: Uint8Array): void {
    const held = this.#end - this.#from;
    if (this.#offset + held + bytes.length > this.#buffer.length) {
      // Twice what is needed, so that pieces of a byte do not have it copied for each of them.
      const buffer = new Uint8Array(Math.max(2 * (held + bytes.length), SMALLEST));
      buffer.set(this.#buffer.subarray(this.#offset, this.#offset + held));
      this.#buffer = buffer;
      this.#offset = 0;
    }
    this.#buffer.set(bytes, this.#offset + held);
  }

  /** Hides what came from `start` on. */
  #hide(start: number): void {
    let first = start;
    for (let last = this.#hidden.at(-1); last !== undefined && last.end > start; last = this.#hidden.at(-1)) {
      first = Math.min(first, last.start);
      this.#hidden.pop();
    }
    this.#hidden.push({ start: first, end: this.#end });
    this.hasHidden = true;
  }

  /** Shows what lies before a position; no text that is found later begins before it. */
  #release(limit: number): Uint8Array {
    const parts: Uint8Array[] = [];
    let from = this.#from;
    let closed = 0;
    for (const { start, end } of this.#hidden) {
      if (start >= limit) break;
      if (start > from) parts.push(this.#slice(from, start));
      from = Math.min(end, limit);
      // One that goes on behind the position may yet grow.
      if (end > limit) break;
      parts.push(this.#mark);
      closed += 1;
    }
    this.#hidden.splice(0, closed);
    if (from < limit) parts.push(this.#slice(from, limit));
    const shown = joined(parts);
    this.#offset += limit - this.#from;
    this.#from = limit;
    return shown;
  }

  #slice(start: number, end: number): Uint8Array {
    const shift = this.#offset - this.#from;
    return this.#buffer.subarray(start + shift, end + shift);
  }
}

/** A copy: the buffer is written again. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
