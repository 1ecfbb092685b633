import type { JobDefinition } from "@mojob/core";
import { BandKind, type TimelineBand } from "@mojob/core/engine";
import {
  byText,
  changesBetween,
  type JobWindow,
  type Opening,
  type ScheduleFacts,
  schedulesOf,
  windowIsFor,
} from "@mojob/core/feature";
import type { Window } from "./forecast-request.ts";

const MOST_BANDS = 200;
/** Times at which one window is open, of a window that comes again often. */
const MOST_OPENINGS = 100;
const MOST_ZONES = 20;

/** The stretches of a time in which schedules of jobs do not do what their text says: windows, stops, pauses and changes of clocks. */
export function bandsIn(
  jobs: readonly JobDefinition[],
  facts: ScheduleFacts,
  window: Window,
): readonly TimelineBand[] {
  const all = [...windowsIn(jobs, facts, window), ...pausesIn(jobs, window), ...clockChangesIn(jobs, window)];
  return all.slice(0, MOST_BANDS);
}

/** The pauses of jobs, and the stops of apps, once for each. */
function pausesIn(jobs: readonly JobDefinition[], { fromMs, toMs }: Window): readonly TimelineBand[] {
  const bands = new Map<string, TimelineBand>();
  for (const { key, app, pause, appPause = null, kind } of jobs) {
    if (kind !== "recurring") continue;
    for (const [one, isApp] of [
      [pause, false],
      [appPause, true],
    ] as const) {
      if (one === null || one.at.getTime() >= toMs || (one.until?.getTime() ?? Infinity) <= fromMs) continue;
      if (one.until !== null && one.until <= one.at) continue;
      bands.set(isApp ? `stop ${app}` : `pause ${key}`, {
        kind: isApp ? BandKind.Stop : BandKind.Pause,
        from: one.at,
        to: one.until,
        app,
        jobKey: isApp ? null : key,
        timeZone: null,
        name: null,
        note: one.note,
        by: one.by ?? null,
      });
    }
  }
  return [...bands.values()].sort((a, b) => Number(a.kind === "pause") - Number(b.kind === "pause"));
}

/** When windows are open that are for any of the jobs. */
function windowsIn(
  jobs: readonly JobDefinition[],
  { rules }: ScheduleFacts,
  { fromMs, toMs }: Window,
): readonly TimelineBand[] {
  return rules.windows
    .filter(({ window }) => jobs.some((job) => windowIsFor(window, job)))
    .flatMap((one) => {
      const { name, reason, by, apps } = one.window;
      const app = apps?.length === 1 ? (apps[0] ?? null) : null;
      const of = { kind: BandKind.Window, app, jobKey: null, timeZone: null, name, note: reason, by };
      return openingsIn(one, fromMs, toMs).map(({ from, until }) => ({ ...of, from, to: until }));
    });
}

function openingsIn(window: JobWindow, fromMs: number, toMs: number): readonly Opening[] {
  const openings: Opening[] = [];
  const first = new Date(fromMs);
  let next = window.at(first) ?? window.after(first);
  while (next !== null && next.from.getTime() < toMs && openings.length < MOST_OPENINGS) {
    openings.push(next);
    next = window.after(next.from);
  }
  return openings;
}

/** When clocks change in the zones of the jobs' schedules. */
function clockChangesIn(jobs: readonly JobDefinition[], { fromMs, toMs }: Window): readonly TimelineBand[] {
  const zones = new Set<string>();
  for (const { options, kind } of jobs) {
    if (kind !== "recurring" || options.disabled || options.schedule === null) continue;
    for (const { timing } of schedulesOf(options.schedule))
      if (timing.cron !== null && zones.size < MOST_ZONES) zones.add(timing.timeZone);
  }
  return [...zones].sort(byText).flatMap((timeZone) =>
    changesBetween(timeZone, new Date(fromMs), new Date(toMs)).map(({ at, beforeMs, afterMs }) => ({
      kind: afterMs > beforeMs ? BandKind.ClockForward : BandKind.ClockBack,
      from: at,
      to: new Date(at.getTime() + Math.abs(afterMs - beforeMs)),
      app: null,
      jobKey: null,
      timeZone,
      name: null,
      note: null,
      by: null,
    })),
  );
}
