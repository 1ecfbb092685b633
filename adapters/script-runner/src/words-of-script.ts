import { NonRetryableError } from "@mojob/core";
import type { JsonValue, RunShard } from "@mojob/core/ports";

/** The kernel takes no longer word. */
const LONGEST_BYTES = 128 * 1024 - 1;

/**
 * The words of a script: its argument, the shard's index and how many shards there are (seed 003, 5.9). A text is the
 * argument as it is, anything else as JSON, and none is an empty word.
 * @throws NonRetryableError for an argument that cannot be a word
 */
export function wordsOfScript(args: JsonValue, { index, total }: RunShard): readonly string[] {
  const word = typeof args === "string" ? args : args === null ? "" : JSON.stringify(args);
  if (word.includes("\0"))
    throw new NonRetryableError("The argument holds U+0000, which no program can be given");
  // Longer ones are on standard input alone.
  const isShort = new TextEncoder().encode(word).byteLength <= LONGEST_BYTES;
  if (typeof args === "string" && !isShort)
    throw new NonRetryableError(
      "The argument is too long for the word of a script: pass an object, which is on standard input",
    );
  return [isShort ? word : "", String(index), String(total)];
}
