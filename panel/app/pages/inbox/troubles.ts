import type { Incident } from "../../api/operations.generated.ts";
import type { FailureGroup } from "../failures/failure-group.ts";
import type { InboxItem } from "./use-inbox.ts";

/** Failed runs of one cause, with the alarms that say the same. */
export interface Broken {
  readonly kind: "broken";
  readonly id: string;
  readonly group: FailureGroup;
  readonly alarms: readonly Incident[];
}

/** An alarm that no failed run and no decision of the inbox accounts for. */
export interface Alarm {
  readonly kind: "alarm";
  readonly id: string;
  readonly incident: Incident;
}

export type Trouble = Broken | Alarm;

export interface TroublesFound {
  readonly groups: readonly FailureGroup[];
  readonly incidents: readonly Incident[];
  readonly decisions: readonly InboxItem[];
}

/** Alarms about runs that failed: their cause says more. */
const OF_FAILURES: ReadonlySet<Incident["condition"]> = new Set(["run_failed", "failures_in_row"]);
/** Alarms about what waits for people. */
const OF_DECISIONS: ReadonlySet<Incident["condition"]> = new Set(["task_held", "approval_pending"]);
const SEVERITIES: readonly Incident["severity"][] = ["critical", "warning", "info"];

/**
 * One list of what is wrong: each cause of failures once, with the alarms that are about it, then the alarms that are left.
 * The most urgent come first, of equally urgent ones the newest.
 */
export function troublesOf({ groups, incidents, decisions }: TroublesFound): readonly Trouble[] {
  const open = incidents.filter(
    ({ explainedBy, snoozedUntil }) => explainedBy === null && snoozedUntil === null,
  );
  const waiting = new Set(decisions.map(({ jobKey }) => jobKey));
  const shown = groups.filter((group) => !isMuted(group));
  const said = new Set<string>();
  const broken = shown.map((group): Broken => {
    const keys = new Set(group.jobs.map(({ jobKey }) => jobKey));
    const alarms = open.filter(
      ({ id, condition, jobKey }) =>
        OF_FAILURES.has(condition) && jobKey !== null && keys.has(jobKey) && !said.has(id),
    );
    for (const { id } of alarms) said.add(id);
    return { kind: "broken", id: group.id, group, alarms };
  });
  const alarms = open
    .filter(
      ({ id, condition, jobKey }) =>
        !said.has(id) && !(OF_DECISIONS.has(condition) && jobKey !== null && waiting.has(jobKey)),
    )
    .map((incident): Alarm => ({ kind: "alarm", id: incident.id, incident }));
  return [...broken, ...alarms].toSorted(
    (one, other) => urgencyOf(one) - urgencyOf(other) || newestFirst(lastAtOf(one), lastAtOf(other)),
  );
}

function newestFirst(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? 1 : -1;
}

/** Until it fails again, or for a time. */
function isMuted({ handled, lastAt }: FailureGroup): boolean {
  return handled !== null && handled.mutedAt !== null && handled.mutedAt >= lastAt;
}

/** 0 for the most urgent: alarms that nobody has acknowledged by their severity, then failures without one, then the rest. */
export function urgencyOf(trouble: Trouble): number {
  const alarms = trouble.kind === "alarm" ? [trouble.incident] : trouble.alarms;
  const open = alarms
    .filter(({ state }) => state === "open")
    .map(({ severity }) => SEVERITIES.indexOf(severity));
  if (open.length > 0) return Math.min(...open);
  return trouble.kind === "broken" && alarms.length === 0 ? 2 : SEVERITIES.length;
}

export function lastAtOf(trouble: Trouble): string {
  return trouble.kind === "broken" ? trouble.group.lastAt : trouble.incident.lastAt;
}

/** How failures go: more of them in the later half of the time than in the earlier one, or fewer. */
export function trendOf(spans: readonly number[]): "rising" | "falling" | "steady" {
  const middle = Math.floor(spans.length / 2);
  const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
  const [before, after] = [sum(spans.slice(0, middle)), sum(spans.slice(middle))];
  if (after > before * 1.5) return "rising";
  return after * 1.5 < before ? "falling" : "steady";
}
