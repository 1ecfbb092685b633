import { Permission } from "@mojob/core";
import type { Feature } from "@mojob/core/engine";
import type { ExplanationService, Rules } from "@mojob/core/feature";
import { createExplanationService } from "./create-explanation-service.ts";

/** They name who did what, and workers by what they are called, as the history and a run do. */
const RULES: Rules<ExplanationService> = {
  run: { always: [Permission.ReadJobs, Permission.ReadRuns] },
  job: { always: [Permission.ReadJobs, Permission.ReadRuns] },
};

/** Says why a run or a fire is as it is. */
export const WHY: Feature = {
  name: "why",
  services: { explanations: { rules: RULES, create: createExplanationService } },
};
