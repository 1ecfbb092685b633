import { expect, test } from "vitest";
import { printReport } from "../harness/print-report.ts";
import { playScenario } from "./scenario.ts";
import { scenarioOf } from "./scenarios.ts";

const SEED = 1;

/** Plays a short scenario; the whole set is `npm run chaos`, and docs/reliability.md says what it showed. */
export function describeSmoke(name: string): void {
  test(
    `nothing is lost, doubled or stuck, and every answer holds, while processes are killed (${name})`,
    async () => {
      const { report, complaints } = await playScenario(scenarioOf(name), SEED);
      expect(complaints, `${printReport(report)}\n${complaints.length > 0 ? report.output : ""}`).toEqual([]);
    },
    // On a machine with ten times its load, the development server of Temporal alone takes minutes to let a control plane begin.
    900_000,
  );
}
