import { type Session, useSession } from "./use-session.ts";

/** The features of a scheduler, which may have been opened without some. */
export type FeatureName =
  | "alarms"
  | "backfill"
  | "calendars"
  | "exports"
  | "forecast"
  | "reports"
  | "storage"
  | "samples"
  | "tasks"
  | "views"
  | "why"
  | "windows";

/** Whether the scheduler can do this; it is not shown until that is known. */
export function useFeature(name: FeatureName): boolean {
  return hasFeature(useSession().data, name);
}

export function hasFeature(session: Session | undefined, name: FeatureName): boolean {
  return session?.features.includes(name) === true;
}
