import { OPTIONS_BY_PATH } from "@mojob/core/words";
import { isSameValue, type OptionPath, type OptionValue } from "./option-fields.ts";

/** An option that is set; where choices are named, to one of these. */
export interface OptionNeed {
  readonly path: OptionPath;
  readonly choices?: readonly string[];
}

const LIMIT: OptionNeed = { path: "maxConcurrency" };
const RATE: OptionNeed = { path: "rateLimit.max" };
const QUEUE: OptionNeed = { path: "whenFull", choices: ["queue", "replace"] };
const DEBOUNCE: OptionNeed = { path: "debounceMs" };
const UNIQUE: OptionNeed = { path: "unique", choices: ["skip", "existing", "replace"] };
const RETRIES: OptionNeed = { path: "retryCount" };
const INTERVAL: OptionNeed = { path: "retryIntervalMs" };
const EVERY: OptionNeed = { path: "everyMs" };

/** Options that have an effect with one of others alone. */
const NEEDS: Readonly<Partial<Record<OptionPath, readonly OptionNeed[]>>> = {
  everyFrom: [EVERY],
  whenFull: [LIMIT],
  concurrencyKey: [LIMIT, RATE],
  "rateLimit.perMs": [RATE],
  "rateLimit.spread": [RATE],
  "fairness.by": [QUEUE, RATE],
  "fairness.weight": [QUEUE, RATE],
  debounceMaxMs: [DEBOUNCE],
  uniqueKey: [UNIQUE, DEBOUNCE],
  "routing.by": [{ path: "routing.strategy", choices: ["sticky"] }],
  "routing.whenGone": [{ path: "routing.strategy", choices: ["broadcast"] }],
  retryIntervalMs: [RETRIES],
  "retryBackoff.growth": [INTERVAL],
  "retryBackoff.maxMs": [{ path: "retryBackoff.growth", choices: ["exponential"] }],
  "retryBackoff.jitterPercent": [INTERVAL],
  retryOn: [RETRIES],
};

/** The options of which a stated option needs one to have an effect; nothing where it has one. */
export function missingNeeds(
  path: OptionPath,
  valueOf: (path: OptionPath) => OptionValue | undefined,
): readonly OptionNeed[] {
  const needs = NEEDS[path] ?? [];
  const value = valueOf(path);
  if (value === undefined || isSameValue(value, OPTIONS_BY_PATH[path].default as OptionValue)) return [];
  return needs.some((need) => isMet(need, valueOf(need.path))) ? [] : needs;
}

/** An input that cannot be read yet is no reason to say anything. */
function isMet({ choices }: OptionNeed, value: OptionValue | undefined): boolean {
  if (value === undefined) return true;
  if (choices === undefined) return value !== null && value !== 0;
  return typeof value === "string" && choices.includes(value);
}
