import type { Deed } from "@mojob/core/feature";
import type { Act } from "@mojob/core/ports";

/** The names of the values that an act changed. */
export function namesOf({ changes }: Act): readonly string[] {
  return changes.map(({ pointer }) => pointer.slice(1));
}

/** An act as a cause names it. */
export function deedOf({ by, at, note }: Act): Deed {
  return { by: by?.name ?? null, at: at.toISOString(), note };
}
