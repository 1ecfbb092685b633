import * as v from "valibot";
import type { AuditEntry } from "../../api/operations.generated.ts";
import { pageSize } from "../../ui/page/page-size.ts";

export const HistoryTab = { Acts: "acts", Operations: "operations", Audit: "audit" } as const;
export type HistoryTab = (typeof HistoryTab)[keyof typeof HistoryTab];

/** How far back from now the audit may look. */
export const AUDIT_WINDOWS = { "24h": 86_400_000, "7d": 604_800_000, "30d": 2_592_000_000 } as const;
export type AuditWindow = keyof typeof AUDIT_WINDOWS;

export const OUTCOMES = [
  "done",
  "refused",
  "failed",
  "unknown",
] as const satisfies readonly AuditEntry["outcome"][];

/** The kinds of acts, in the order of a list to choose from. */
export const KINDS = [
  "stop_app",
  "start_app",
  "pause",
  "resume",
  "edit",
  "create",
  "copy",
  "import",
  "delete",
  "register",
  "run",
  "cancel",
  "rerun",
  "release",
  "prioritize",
  "clear_queue",
  "try",
  "operate_task",
  "handle_failure",
  "handle_incident",
  "edit_alarms",
  "edit_view",
  "edit_summary",
  "apply_config",
  "backfill",
  "edit_window",
  "act_on_fire",
  "spread",
  "edit_calendar",
  "export",
  "edit_archive",
  "edit_secret",
  "drain_worker",
  "undrain_worker",
  "edit_executors",
  "sign_in",
  "sign_out",
  "sign_in_refused",
  "refused",
  "call",
  "end_session",
  "create_user",
  "edit_user",
  "delete_user",
  "set_up",
  "break_glass",
  "give_role",
  "take_role",
  "create_token",
  "rotate_token",
  "revoke_token",
  "token_reused",
  "create_tenant",
  "edit_tenant",
  "remove_tenant",
  "rebuild_reports",
] as const satisfies readonly AuditEntry["kind"][];

const text = v.fallback(v.optional(v.string()), undefined);
const instant = v.fallback(v.optional(v.pipe(v.string(), v.isoTimestamp("An instant is needed"))), undefined);

/** The state of the page, kept in the URL. */
export const historySearch = v.object({
  tab: v.fallback(v.optional(v.picklist(Object.values(HistoryTab))), undefined),
  app: text,
  actor: text,
  kind: v.fallback(v.optional(v.picklist(KINDS)), undefined),
  outcome: v.fallback(v.optional(v.picklist(OUTCOMES)), undefined),
  window: v.fallback(v.optional(v.picklist(Object.keys(AUDIT_WINDOWS) as readonly AuditWindow[])), undefined),
  from: instant,
  to: instant,
  size: pageSize,
  cursor: text,
});

export type HistorySearch = v.InferOutput<typeof historySearch>;

/** Where a window of the audit begins, to the minute: a moment later it is the same list. */
export function auditStart(
  { window, from }: Pick<HistorySearch, "window" | "from">,
  nowMs: number,
): string | undefined {
  if (window === undefined) return from;
  return new Date(Math.floor((nowMs - AUDIT_WINDOWS[window]) / 60_000) * 60_000).toISOString();
}
