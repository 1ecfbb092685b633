import type { JobWindow } from "@mojob/core/feature";
import type { JobPause } from "@mojob/core/ports";
import type { Cause } from "@mojob/core/words";

/** A pause of a job as a cause. */
export function paused(pause: JobPause): Cause {
  return { code: "paused", parameters: pauseDeed(pause) };
}

/** A pause of an app as a cause. */
export function appStopped(pause: JobPause, app: string): Cause {
  return { code: "app_stopped", parameters: { ...pauseDeed(pause), app } };
}

/** The windows of a job that are open at some time from one instant to another, as causes. */
export function windowsOpen(
  windows: readonly JobWindow[] | undefined,
  from: Date,
  to: Date = from,
): readonly Cause[] {
  return (windows ?? []).flatMap((window): readonly Cause[] => {
    const opening = window.at(from) ?? window.after(from);
    if (opening === null || opening.from > to) return [];
    const { id, name, by, createdAt, reason } = window.window;
    const until = opening.until?.toISOString() ?? null;
    const deed = { by, at: createdAt.toISOString(), note: reason };
    return [
      { code: "window_open", parameters: { ...deed, id, name, since: opening.from.toISOString(), until } },
    ];
  });
}

function pauseDeed({ at, until, by, note }: JobPause) {
  const since = at.toISOString();
  return { by: by ?? null, at: since, note, since, until: until?.toISOString() ?? null };
}
