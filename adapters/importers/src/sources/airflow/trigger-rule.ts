import type { EdgeCondition, NodeBase } from "@mojob/core/engine";

/** The equivalent of an Airflow rule here. */
export interface RuleHere {
  readonly on: EdgeCondition;
  readonly join: NonNullable<NodeBase["join"]>;
  /** Whether it differs in a case: the text of the finding says in which. */
  readonly differs?: "where_all_skipped";
}

/** Without those that begin at once, and those that have no counterpart. */
export const TRIGGER_RULES: Readonly<Record<string, RuleHere>> = {
  all_success: { on: "ok", join: "all" },
  all_failed: { on: "failed", join: "all" },
  all_done: { on: "ended", join: "done", differs: "where_all_skipped" },
  all_done_min_one_success: { on: "ended", join: "done" },
  all_done_setup_success: { on: "ended", join: "done" },
  one_success: { on: "ok", join: "any" },
  one_failed: { on: "failed", join: "any" },
  one_done: { on: "ended", join: "any" },
  none_failed: { on: "ok", join: "live", differs: "where_all_skipped" },
  none_failed_min_one_success: { on: "ok", join: "live" },
  none_failed_or_skipped: { on: "ok", join: "live" },
  none_skipped: { on: "ended", join: "all" },
};

/** They wait for nothing. */
export const ALWAYS: ReadonlySet<string> = new Set(["always", "dummy"]);
