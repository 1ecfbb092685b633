import { ALARMS } from "@mojob/alarms";
import { BACKFILL } from "@mojob/backfill";
import { CALENDARS } from "@mojob/calendars";
import type { Feature } from "@mojob/core/engine";
import { EXPORTS } from "@mojob/exports";
import { FORECAST } from "@mojob/forecast";
import { REPORTS } from "@mojob/reports";
import { STORAGE } from "@mojob/storage";
import { SAMPLES } from "@mojob/samples";
import { TASKS } from "@mojob/tasks";
import { VIEWS } from "@mojob/views";
import { WHY } from "@mojob/why";
import { WINDOWS } from "@mojob/windows";

/**
 * Every feature of this project, in the order in which they work: what a server is opened with.
 * @example
 * ```ts
 * import { FEATURES } from "@mojob/features";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const { scheduler, close } = await startEmbedded({ app: "shop", inMemory: true, jobs: [], features: FEATURES });
 * await scheduler.incidents.counts();
 * await close();
 * ```
 */
export const FEATURES: readonly Feature[] = [
  WHY,
  ALARMS,
  TASKS,
  VIEWS,
  BACKFILL,
  REPORTS,
  WINDOWS,
  FORECAST,
  EXPORTS,
  CALENDARS,
  STORAGE,
  SAMPLES,
];
