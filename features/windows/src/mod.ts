import { Permission } from "@mojob/core";
import type { Feature } from "@mojob/core/engine";
import type { Rules, WindowService } from "@mojob/core/feature";
import { WINDOW_ACTS } from "./acts.ts";
import { WINDOW_RECORDS } from "./window-records.ts";
import { windowSource } from "./window-source.ts";
import { Windows } from "./windows.ts";

/** To keep jobs from firing is to pause them; to keep their alarms quiet is to handle these. */
const HOLDS = { always: [Permission.PauseJobs], within: [Permission.HandleAlarms] } as const;

const RULES: Rules<WindowService> = {
  list: Permission.ReadJobs,
  get: Permission.ReadJobs,
  preview: Permission.ReadJobs,
  create: HOLDS,
  change: HOLDS,
  end: HOLDS,
};

/** Exclusion and release windows: times in which jobs do not fire, or nothing of them begins. */
export const WINDOWS: Feature = {
  name: "windows",
  records: [WINDOW_RECORDS],
  services: {
    windows: { rules: RULES, acts: WINDOW_ACTS, create: (parts) => new Windows(parts) },
  },
  scheduleRules: windowSource,
};
