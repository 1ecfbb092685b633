import { type AlarmRule, PingState } from "@mojob/core/engine";
import { type Heartbeat, type Pings, ruleFor } from "@mojob/core/feature";
import { AlarmCondition } from "@mojob/core/words";
import { alarmSchedule } from "./alarm-schedule.ts";
import type { RuledFinding } from "./ruled-finding.ts";

/** One that comes a little before its time is of that time: clocks differ. */
const MOST_EARLY_MS = 60_000;

/** The heartbeats that failed, or did not come in time. */
export function heartbeatFindings(
  heartbeats: readonly Heartbeat[],
  pings: ReadonlyMap<string, Pings>,
  rules: readonly AlarmRule[],
  now: Date,
): readonly RuledFinding[] {
  return heartbeats.flatMap((heartbeat) => {
    const rule = ruleFor(rules, AlarmCondition.NoHeartbeat, { app: heartbeat.app, job: null });
    const latest = pings.get(heartbeat.id) ?? null;
    const wrong = rule.enabled ? wrongAt(heartbeat, latest, now) : null;
    if (wrong === null) return [];
    const finding = {
      condition: AlarmCondition.NoHeartbeat,
      app: heartbeat.app,
      jobKey: null,
      heartbeat: heartbeat.id,
      at: wrong.at,
      run: null,
      error: null,
      parameters: {
        heartbeat: heartbeat.id,
        due: wrong.isFailure ? null : wrong.at.toISOString(),
        failed: wrong.isFailure ? wrong.at.toISOString() : null,
        last: latest?.succeededAt?.toISOString() ?? null,
      },
    };
    return [{ finding, rule }];
  });
}

/** Since when something is wrong: a failure, a start without an end, or a report that is overdue. */
function wrongAt(
  heartbeat: Heartbeat,
  latest: Pings | null,
  now: Date,
): { readonly at: Date; readonly isFailure: boolean } | null {
  if (latest?.state === PingState.Failure) return { at: latest.at, isFailure: true };
  const isOverdue = (at: Date): boolean => now.getTime() > at.getTime() + heartbeat.graceMs;
  if (latest?.state === PingState.Start && isOverdue(latest.at)) return { at: latest.at, isFailure: false };
  const due = dueAfter(heartbeat, latest?.succeededAt ?? new Date(heartbeat.createdAt));
  return due !== null && isOverdue(due) ? { at: due, isFailure: false } : null;
}

/** When it is to report next, after it did so. */
export function dueAfter({ cron, everyMs, timeZone, graceMs }: Heartbeat, reported: Date): Date | null {
  if (everyMs !== null) return new Date(reported.getTime() + everyMs);
  if (cron === null) return null;
  const early = Math.min(MOST_EARLY_MS, graceMs / 2);
  return alarmSchedule(cron, timeZone).next(new Date(reported.getTime() + early));
}
