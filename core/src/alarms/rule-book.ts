import * as v from "valibot";
import { copyJson, type JsonValue } from "../base/json.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { parseInput } from "../base/input.ts";
import { type AlarmRule, alarmRulesSchema } from "../model/incident/alarm-rule.ts";
import { alarmRulesKey } from "../model/name/state-key.ts";
import type { IMoStateStore } from "../ports/state-store.ts";

export interface RuleBookOptions {
  readonly tenant: string;
  readonly state: Pick<IMoStateStore, "get" | "compareAndSet">;
}

/** The rules of a tenant beside the built-in ones. */
export interface AlarmRules {
  readonly rules: readonly AlarmRule[];
  /** 0 before the first change. */
  readonly revision: number;
  readonly updatedBy: string | null;
  readonly updatedAt: Date | null;
}

const StoredSchema = v.object({
  rules: v.array(v.unknown()),
  by: v.nullable(v.string()),
  at: v.string(),
});

/** Keeps the alarm rules of a tenant in the state store. */
export class RuleBook {
  readonly #options: RuleBookOptions;

  constructor(options: RuleBookOptions) {
    this.#options = options;
  }

  /** What another version wrote that this one cannot read is left out. */
  async read(): Promise<AlarmRules> {
    const { tenant, state } = this.#options;
    const entry = await state.get(alarmRulesKey(tenant));
    if (entry === null) return { rules: [], revision: 0, updatedBy: null, updatedAt: null };
    const stored = v.parse(StoredSchema, entry.value);
    const written = stored.rules;
    const rules = written.flatMap((rule) => {
      try {
        return parseInput(alarmRulesSchema, [rule], "read an alarm rule");
      } catch {
        return [];
      }
    });
    return { rules, revision: entry.version, updatedBy: stored.by, updatedAt: new Date(stored.at) };
  }

  /**
   * Replaces them all.
   * @throws MoJobError `invalid_argument`; `stale_revision` where they are no longer at this revision
   */
  async replace(rules: unknown, revision: number, by: string | null, at: Date): Promise<AlarmRules> {
    const { tenant, state } = this.#options;
    const parsed = parseInput(alarmRulesSchema, rules, "change the alarm rules");
    const value: JsonValue = { rules: copyJson(parsed), by, at: at.toISOString() };
    const expected = revision === 0 ? null : revision;
    const entry = await state.compareAndSet(alarmRulesKey(tenant), expected, value);
    if (entry !== null) return { rules: parsed, revision: entry.version, updatedBy: by, updatedAt: at };
    throw new MoJobError(
      MoJobErrorCode.StaleRevision,
      `Cannot change the alarm rules: they are no longer at revision ${revision}; read them again`,
    );
  }
}
