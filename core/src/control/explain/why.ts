import { Permission } from "../../access/permission.ts";
import type { ExplanationService } from "../../scheduler/explanation-service.ts";
import type { Rules } from "../access/method-rule.ts";
import type { Feature } from "../engine.ts";
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
