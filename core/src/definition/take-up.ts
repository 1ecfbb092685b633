import type { Clock } from "../base/clock.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { OptionRule } from "../model/option/option-rule.ts";
import { differingOptions } from "../model/option/resolve-options.ts";
import type { ResolvedQuotas } from "../model/option/quota-options.ts";
import type { IMoDefinitionStore, RegisteredDefinition } from "../ports/definition-store.ts";
import type { IMoScriptStore } from "../ports/script-store.ts";
import type { StoredJob } from "./app/own-key.ts";
import type { JobDefinitionCache } from "./definition-cache.ts";
import { stampScript } from "./script/stamp-script.ts";
import { takeUpCode } from "./take-up-code.ts";

export interface TakeUpOptions {
  readonly tenant: string;
  readonly store: IMoDefinitionStore;
  readonly scripts: IMoScriptStore;
  readonly quotas: Pick<ResolvedQuotas, "maxScriptVersions">;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
  /** Called when the code has changed a stored job. @default nothing else is done */
  readonly onChanged?: (before: JobDefinition, after: JobDefinition) => Promise<void>;
}

/** The record of a job after its registration, and which of its parts took the code's new value. */
export interface Registered extends RegisteredDefinition {
  readonly followed: readonly string[];
  readonly argsSchemaChanged: boolean;
}

/** Brings what is stored to where the code declares it now, whatever else changes it meanwhile. */
export type TakeUp = (
  app: string,
  stored: StoredJob,
  registered: RegisteredDefinition,
  change: { readonly rule: OptionRule; readonly by: string | null },
) => Promise<Registered>;

export function createTakeUp(options: TakeUpOptions): TakeUp {
  const { tenant, store, cache, clock } = options;
  return async (app, stored, { definition, created }, change) => {
    let standing = definition;
    if (created) return { definition, created, followed: [], argsSchemaChanged: false };
    while (standing.app === app && standing.kind === stored.job.kind) {
      const declared = takeUpCode(standing, stored, { ...change, now: clock.now() });
      const next =
        declared.work === standing.work ? declared : await stampScript(standing, declared, {}, options);
      if (next === standing || (await cache.save(next, standing.revision))) {
        if (next !== standing) await options.onChanged?.(standing, next);
        return {
          definition: next,
          created,
          followed: fieldsBetween(standing, next),
          argsSchemaChanged: next.argsSchema !== standing.argsSchema,
        };
      }
      const [latest] = await store.getMany(tenant, [standing.key]);
      if (latest === undefined) break;
      standing = latest;
    }
    return { definition: standing, created, followed: [], argsSchemaChanged: false };
  };
}

function fieldsBetween(before: JobDefinition, after: JobDefinition): readonly string[] {
  const followed = differingOptions(before.options, after.options).map(({ field }) => field);
  return before.work === after.work ? followed : [...followed, "work"];
}
