import { type Clock, systemClock } from "@mojob/core/ports";
import { type ConfigChange, digestOf } from "./change.ts";
import type { ConfigScheduler } from "./config-context.ts";
import { planConfig } from "./plan-config.ts";

export interface DiffConfigOptions {
  /** Removes what the sections of the document do not have, within its app. A section that it lacks is left alone. @default false */
  readonly prune?: boolean;
  /** @default the clock of the machine */
  readonly clock?: Clock;
}

/** What would be done, and what stands for it when it is applied. */
export interface ConfigDiff {
  /** In the order in which they are made. */
  readonly changes: readonly ConfigChange[];
  /** Given to `applyConfig`, it applies what was seen and nothing else. */
  readonly digest: string;
}

/**
 * What a YAML document would change; nothing is written. All of it is checked as if it were applied.
 * @throws MoJobError `invalid_argument`, or `forbidden` where the caller may not do some of it, with a `ConfigIssue` for each mistake
 */
export async function diffConfig(
  scheduler: ConfigScheduler,
  text: string,
  { prune = false, clock = systemClock }: DiffConfigOptions = {},
): Promise<ConfigDiff> {
  const { changes } = await planConfig(scheduler, text, { prune, clock });
  return { changes, digest: await digestOf(changes) };
}
