import { AlarmCondition } from "../../model/incident/condition.ts";
import type { Incident } from "../../model/incident/incident.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import { reportWhy } from "../console-reporters.ts";

/** Jobs that began to fail together, of which so many are explained on the console. */
const MOST_EXPLAINED = 10;

/** A job that begins to fail says why in one line, whatever else listens; those of a storm not each. */
export async function printWhy(
  incidents: readonly Incident[],
  { explanations }: Pick<MoJobScheduler, "explanations">,
): Promise<void> {
  const failed = incidents.filter(({ condition }) => condition === AlarmCondition.RunFailed);
  for (const incident of failed.slice(0, MOST_EXPLAINED)) {
    const [run] = incident.runs;
    // In turn: they are read in the background.
    // oxlint-disable-next-line no-await-in-loop
    if (run !== undefined) reportWhy(incident, await explanations.run(run));
  }
}
