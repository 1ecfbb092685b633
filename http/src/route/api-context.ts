import type { Clock } from "@mojob/core/ports";

/** The path every route of the API begins with. */
export const API_BASE = "/api/v1";

/** The parts that the routes share. */
export interface ApiContext {
  readonly clock: Clock;
  /** Where the app is mounted, without a slash at the end. */
  readonly basePath: string;
  /** The one app everything is limited to. */
  readonly app: string | null;
  /** Aborts when the app is closed: calls that wait end. */
  readonly closing: AbortSignal;
}
