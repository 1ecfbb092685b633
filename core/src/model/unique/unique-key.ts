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

/** The unique key of each run, `null` where its job is not unique. No promise where none is long, as for most runs. */
export function uniqueKeysOf(
  runs: readonly Keyed[],
): readonly (string | null)[] | Promise<readonly (string | null)[]> {
  const keys = runs.map(uniqueKeyOf);
  return keys.some((key) => key instanceof Promise)
    ? Promise.all(keys)
    : (keys as readonly (string | null)[]);
}

/** Begins with the job's key and a bar, which no job key has: two jobs never share one. */
function uniqueKeyOf({ definition: { key, options }, args }: Keyed): string | null | Promise<string> {
  if (options.unique === Unique.Off) return null;
  const text = keyTextOf(options.uniqueKey, args);
  return text.length <= LONGEST_TEXT ? `${key}|${text}` : fingerprint(text).then((hash) => `${key}|#${hash}`);
}
