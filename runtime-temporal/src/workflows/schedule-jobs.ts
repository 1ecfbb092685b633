import {
  condition,
  continueAsNew,
  defineSignal,
  setHandler,
  type SignalDefinition,
  workflowInfo,
} from "@temporalio/workflow";
import { orchestrator } from "./activity-proxies.ts";
import { DutyLoop } from "./duty-loop.ts";
import { assertSchedulerInput } from "./input-shapes.ts";
import { DUTIES_CHANGED, DUTY_DUE, type SchedulerInput } from "./protocol.ts";

/** A duty is due before its time. */
export const dutyDue: SignalDefinition<[name: string]> = defineSignal(DUTY_DUE);
/** A control plane has begun that may have other duties. */
export const dutiesChanged: SignalDefinition = defineSignal(DUTIES_CHANGED);

/** Events after which it continues as new, should the server not suggest it before. */
const LONGEST_HISTORY = 4000;

/**
 * The one orchestrator of a tenant, whatever the number of control planes: its workflow id makes it the only one.
 *
 * It gives each duty to one of them. Which duties there are is an activity's result, so that a new one changes nothing here.
 */
export async function scheduleJobs(input: SchedulerInput): Promise<void> {
  assertSchedulerInput(input);
  const loops = new Map<string, DutyLoop>();
  let isListed = false;
  setHandler(dutyDue, (name) => loops.get(name)?.wake());
  setHandler(dutiesChanged, () => {
    isListed = false;
  });

  while (!isLong()) {
    isListed = true;
    for (const duty of await orchestrator.listDuties(input.tenant)) {
      if (loops.has(duty.name)) continue;
      const loop = new DutyLoop(input.tenant, duty);
      loops.set(duty.name, loop);
      void loop.run();
    }
    await condition(() => !isListed || isLong());
  }
  for (const loop of loops.values()) loop.stop();
  await continueAsNew<typeof scheduleJobs>(input);
}

function isLong(): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  return continueAsNewSuggested || historyLength > LONGEST_HISTORY;
}
