import { NonRetryableError } from "@mojob/core";
import type { JsonValue } from "@mojob/core/ports";

/** The kernel takes no longer word. */
const LONGEST_WORD_BYTES = 128 * 1024 - 1;
const MOST_BYTES = 1024 * 1024;

/**
 * The words that a run's arguments add to those of a job that says so: a list one for each item, a text or a number one; an object
 * none, because it has no order. All of them are on standard input too.
 * @throws NonRetryableError for what cannot be the word of a program
 */
export function wordsOf(args: JsonValue): readonly string[] {
  const items = Array.isArray(args) ? args : [args];
  const words = items.flatMap((item) => {
    if (typeof item === "string") return [item];
    if (Array.isArray(args)) return [JSON.stringify(item)];
    return item === null || typeof item === "object" ? [] : [String(item)];
  });
  let bytes = 0;
  for (const [place, word] of words.entries()) {
    const size = new TextEncoder().encode(word).byteLength;
    bytes += size;
    if (word.includes("\0"))
      throw new NonRetryableError(`Argument ${place + 1} holds U+0000, which no program can be given`);
    if (size > LONGEST_WORD_BYTES || bytes > MOST_BYTES)
      throw new NonRetryableError(
        "The arguments are too long for the words of a program: pass an object, which is on standard input",
      );
  }
  return words;
}

/** Words as a shell would read them, for people: no shell does. */
export function shellWords(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(" ");
}
