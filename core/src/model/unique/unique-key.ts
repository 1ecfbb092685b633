import { fingerprint } from "../../base/fingerprint.ts";
import type { JsonValue } from "../../base/json.ts";
import type { JobDefinition } from "../job-definition.ts";
import { keyTextOf } from "../option/value/concurrency-key.ts";
import { Unique } from "../option/value/unique.ts";

/** A longer text is kept as its hash, so that two that differ at their ends have two keys. */
const LONGEST_TEXT = 200;

interface Keyed {
  readonly definition: JobDefinition;
  readonly args: JsonValue;
}

/** The unique key of each run, `null` where its job is not unique. No promise where no key is long, as for most runs. */
export function uniqueKeysOf(
  runs: readonly Keyed[],
): readonly (string | null)[] | Promise<readonly (string | null)[]> {
  const texts = runs.map(textOf);
  const isLong = (text: string | null): text is string => text !== null && text.length > LONGEST_TEXT;
  // Begins with the job's key and a bar, which no job key has: two jobs never share one.
  const keyOf = (text: string, index: number): string => `${runs[index]?.definition.key}|${text}`;
  if (!texts.some(isLong)) return texts.map((text, index) => (text === null ? null : keyOf(text, index)));
  return Promise.all(
    texts.map(async (text, index) => {
      if (text === null) return null;
      return keyOf(isLong(text) ? `#${await fingerprint(text)}` : text, index);
    }),
  );
}

function textOf({ definition: { options }, args }: Keyed): string | null {
  return options.unique === Unique.Off ? null : keyTextOf(options.uniqueKey, args);
}
