/* oxlint-disable no-console -- A job that begins to fail is seen without a panel. */
import { isMoJobError, type MoJobScheduler } from "@mojob/core";
import { escapeLine, type RunExplanation } from "@mojob/core/engine";
import { type Incident, truncateText } from "@mojob/core/ports";
import { AlarmCondition, CauseCode, causeText } from "@mojob/core/words";

/** Jobs that began to fail together, of which so many are explained on the console. */
const MOST_EXPLAINED = 10;
/** All of it is in the explanation of the run. */
const LONGEST_LINE_BYTES = 1000;
/** The line of the failure says it, and that a new job has not succeeded yet is no news. */
const SAID_BEFORE: ReadonlySet<CauseCode> = new Set([CauseCode.Recorded, CauseCode.NeverSucceeded]);

/** A job that begins to fail says why in one line, whatever else listens; those of a storm not each. Nothing without the feature `why`. */
export async function printWhy(
  incidents: readonly Incident[],
  { explanations }: Pick<MoJobScheduler, "explanations">,
): Promise<void> {
  try {
    await printEach(incidents, explanations);
  } catch (error) {
    if (!isMoJobError(error, "feature_missing")) throw error;
  }
}

async function printEach(
  incidents: readonly Incident[],
  explanations: MoJobScheduler["explanations"],
): Promise<void> {
  const failed = incidents.filter(({ condition }) => condition === AlarmCondition.RunFailed);
  for (const incident of failed.slice(0, MOST_EXPLAINED)) {
    const [run] = incident.runs;
    // In turn: they are read in the background.
    // oxlint-disable-next-line no-await-in-loop
    if (run !== undefined) printCauses(incident, await explanations.run(run));
  }
}

/** One line for what is known besides the error; nothing where nothing is. */
function printCauses({ jobKey, runs: [run] }: Incident, { causes }: RunExplanation): void {
  const known = causes.filter(({ code }) => !SAID_BEFORE.has(code)).map((cause) => causeText(cause));
  if (known.length === 0) return;
  const shown = escapeLine(truncateText(known.join("; "), LONGEST_LINE_BYTES));
  console.error(`[mojob] Why job "${jobKey}" failed, run "${run}": ${shown}`);
}
