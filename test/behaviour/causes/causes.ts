import { afterAll, afterEach, describe, expect } from "vitest";
import type { DeploymentHarness } from "../deployment.ts";
import { CAUSES } from "./cause-table.ts";
import { testEndedCauses } from "./ended-causes.ts";
import { testFireCauses } from "./fire-causes.ts";
import { testWaitingCauses } from "./waiting-causes.ts";

/** Every cause of the table is made to happen, and said. */
export function describeCauses(harness: DeploymentHarness): void {
  describe(`causes (${harness.name})`, () => {
    const judged = new Set<string>();
    afterEach(() => harness.cleanUp());
    afterAll(() => {
      const left = CAUSES.map(({ verdict, because }) => `${verdict} ${because}`).filter(
        (one) => !judged.has(one),
      );
      expect(left).toEqual([]);
    });
    testWaitingCauses(harness, judged);
    testEndedCauses(harness, judged);
    testFireCauses(harness, judged);
  });
}
