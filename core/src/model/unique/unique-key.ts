import { fingerprint } from "../../base/fingerprint.ts";
import { canonicalJson } from "../../base/json.ts";
import type { NewRun } from "../instance/new-run.ts";
import { keyTextOf } from "../option/value/concurrency-key.ts";
import { Unique } from "../option/value/unique.ts";
import { isDebounced } from "./debounce.ts";

/** A longer text is kept as its hash, so that two that differ at their ends have two keys. */
const LONGEST_TEXT = 200;

/**
 * The unique key of each run, `null` where its job is neither unique nor debounces it. No promise where no key is long, as for
 * most runs.
 */
export function uniqueKeysOf(
  runs: readonly NewRun[],
): readonly (string | null)[] | Promise<readonly (string | null)[]> {
  const texts = runs.map(textOf);
  const isLong = (text: string | null): text is string => text !== null && text.length > LONGEST_TEXT;
  // Begins with the job's key and a bar or a tilde, which no job key has: neither two jobs nor the two options ever share one.
  const keyOf = (text: string, index: number): string => {
    const { definition } = runs[index] as NewRun;
    return `${definition.key}${definition.options.unique === Unique.Off ? "~" : "|"}${text}`;
  };
  if (!texts.some(isLong)) return texts.map((text, index) => (text === null ? null : keyOf(text, index)));
  return Promise.all(
    texts.map(async (text, index) => {
      if (text === null) return null;
      return keyOf(isLong(text) ? `#${await fingerprint(text)}` : text, index);
    }),
  );
}

function textOf(run: NewRun): string | null {
  const { unique, uniqueKey, concurrencyKey } = run.definition.options;
  if (unique !== Unique.Off) return keyTextOf(uniqueKey, run.args);
  if (!isDebounced(run)) return null;
  const text = keyTextOf(uniqueKey, run.args);
  // A run cannot change its lane: each lane is debounced by itself.
  return concurrencyKey === "" ? text : canonicalJson([keyTextOf(concurrencyKey, run.args), text]);
}
