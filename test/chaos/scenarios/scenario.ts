import type { Figures } from "../checker/figures.ts";
import { type ChaosOptions, type ChaosReport, type Purpose, runChaos } from "../harness/run-chaos.ts";

/** A way to disturb a system, and what must have come of it. */
export interface Scenario extends Omit<ChaosOptions, "seed" | "say" | "purpose"> {
  readonly name: string;
  /** What must have occurred at least once: where it never did, the run has proved nothing. */
  readonly purpose: readonly Purpose[];
  /** The most that is allowed of what was measured. @default nothing is asked */
  readonly bounds?: { readonly [Name in keyof Figures]?: number };
}

/** Plays a scenario; resolves to the report and everything that is wrong with it, each as a line. */
export async function playScenario(
  scenario: Scenario,
  seed: number,
  say: (line: string) => void = () => {},
): Promise<{ readonly report: ChaosReport; readonly complaints: readonly string[] }> {
  const report = await runChaos({ ...scenario, seed, say });
  const { verdicts, occurrences, lostAnswers, deaths, figures } = report;
  const counts = { ...occurrences, lostAnswers, deaths };
  const complaints = [
    ...verdicts.map(({ kind, subject, message }) => `${kind}: ${subject}: ${message}`),
    ...scenario.purpose
      .filter((name) => counts[name] === 0)
      .map((name) => `nothing was proved: there was no "${name}"`),
    ...Object.entries(scenario.bounds ?? {}).flatMap(([name, mostMs]) => {
      const { most } = figures[name as keyof Figures];
      return most > mostMs ? [`${name} was ${most} ms, and ${mostMs} are allowed`] : [];
    }),
  ];
  return { report, complaints };
}
