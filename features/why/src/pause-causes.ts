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

function pauseDeed({ at, until, by, note }: JobPause) {
  const since = at.toISOString();
  return { by: by ?? null, at: since, note, since, until: until?.toISOString() ?? null };
}
