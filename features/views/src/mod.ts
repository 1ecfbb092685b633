import { Permission } from "@mojob/core";
import type { Feature } from "@mojob/core/engine";
import type { Rules, ViewService } from "@mojob/core/feature";
import { VIEW_ACTS } from "./acts.ts";
import { VIEW_RECORDS } from "./view-records.ts";
import { SavedViews } from "./views.ts";

export { parseViewRequest, type ViewRequest } from "./view-request.ts";

/** Who reads runs keeps views of their own. To share one is like giving jobs a label: everybody sees it. */
const SAVES = {
  always: [Permission.ReadRuns],
  sometimes: { [Permission.EditJobs]: ([request]: readonly [unknown]) => isShared(request) },
  within: [Permission.ReadJobs, Permission.EditJobs],
  leavesAct: () => true,
} as const;

const RULES: Rules<ViewService> = {
  list: { always: [Permission.ReadRuns], within: [Permission.ReadJobs] },
  create: SAVES,
  replace: {
    ...SAVES,
    sometimes: { [Permission.EditJobs]: ([, request]) => isShared(request) },
  },
  remove: {
    always: [Permission.ReadRuns],
    within: [Permission.ReadJobs, Permission.EditJobs],
    leavesAct: () => true,
  },
};

function isShared(request: unknown): boolean {
  return (
    typeof request === "object" && request !== null && "isShared" in request && request.isShared === true
  );
}

/** Keeps filters of lists under names: one's own, and those of the team. */
export const VIEWS: Feature = {
  name: "views",
  records: [VIEW_RECORDS],
  services: {
    views: { rules: RULES, acts: VIEW_ACTS, create: (parts) => new SavedViews(parts) },
  },
};
