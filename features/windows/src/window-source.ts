import type { TimeWindow } from "@mojob/core/engine";
import { compileWindow, type ScheduleRuleSource, type ServiceParts } from "@mojob/core/feature";
import { WINDOW_RECORDS } from "./window-records.ts";
import { MOST_READ } from "./windows.ts";

/** Reads the windows that plans and gates ask; what is over is among them for catching up after an outage. */
export function windowSource({ tenant, store }: Pick<ServiceParts, "tenant" | "store">): ScheduleRuleSource {
  const records = store.records(WINDOW_RECORDS);
  return {
    async load() {
      const windows: readonly TimeWindow[] = await records.find({
        tenant,
        where: {},
        order: ["id"],
        limit: MOST_READ,
      });
      return { windows: windows.map(compileWindow) };
    },
  };
}
