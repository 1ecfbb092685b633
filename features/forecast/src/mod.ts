import { Permission } from "@mojob/core";
import type { Feature } from "@mojob/core/engine";
import type { ForecastService, Rules } from "@mojob/core/feature";
import { ACTED_FIRES, SPREADS } from "./acted-records.ts";
import { FORECAST_ACTS } from "./acts.ts";
import { Forecasts } from "./forecasts.ts";

const RULES: Rules<ForecastService> = {
  forecast: Permission.ReadJobs,
  timeline: { always: [Permission.ReadJobs, Permission.ReadRuns] },
  suggest: Permission.ReadJobs,
  spread: Permission.EditJobs,
  spreads: Permission.ReadJobs,
  undoSpread: Permission.EditJobs,
  act: Permission.TriggerRuns,
};

/** Shows what will fire and how much of it runs at once, spreads storms, and decides about single fires ahead of their time. */
export const FORECAST: Feature = {
  name: "forecast",
  records: [ACTED_FIRES, SPREADS],
  services: {
    forecasts: { rules: RULES, acts: FORECAST_ACTS, create: (parts) => new Forecasts(parts) },
  },
};
