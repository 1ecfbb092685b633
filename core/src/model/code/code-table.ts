import type { AnyRow } from "./code-row.ts";
import { CODES_OF_CAUSES } from "./codes-of-causes.ts";
import { ACCESS_CODES } from "./rows/access.ts";
import { ALARM_CODES } from "./rows/alarm.ts";
import { API_CODES } from "./rows/api.ts";
import { CALL_CODES } from "./rows/call.ts";
import { IDENTITY_CODES } from "./rows/identity.ts";
import { PLATFORM_CODES } from "./rows/platform.ts";

/** Every code of every kind. A scheduler alone loads those of runs; the rest are for who responds to calls, and for pages. */
export const CODES: Readonly<Record<string, AnyRow>> = {
  ...CODES_OF_CAUSES,
  ...CALL_CODES,
  ...PLATFORM_CODES,
  ...ACCESS_CODES,
  ...IDENTITY_CODES,
  ...API_CODES,
  ...ALARM_CODES,
};
