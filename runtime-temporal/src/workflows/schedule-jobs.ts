import {
  ActivityCancellationType,
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  proxyActivities,
  setHandler,
  type SignalDefinition,
  workflowInfo,
} from "@temporalio/workflow";
import {
  DEFINITIONS_CHANGED,
  type FiredWindowNote,
  type OrchestratorActivities,
  WINDOW_HEARTBEAT_TIMEOUT_MS,
} from "./protocol.ts";

export const definitionsChanged: SignalDefinition = defineSignal(DEFINITIONS_CHANGED);

/** The window begins this much before the next fire: the timer that wakes it is rounded up to a whole second. */
const WAKE_LEAD_MS = 2000;
const RECONCILE_EVERY_MS = 10_000;
/** Nothing is due for long: looked at again anyway, for the clock of the control plane may have been set. */
const LONGEST_SLEEP_MS = 3_600_000;
/** Events after which it begins anew, should the server not suggest it before. */
const LONGEST_HISTORY = 4000;

// A step that fails is asked of another control plane at once; a window left by one that vanished is taken over so.
const { fireWindow } = proxyActivities<Pick<OrchestratorActivities, "fireWindow">>({
  startToCloseTimeout: "2 minutes",
  heartbeatTimeout: WINDOW_HEARTBEAT_TIMEOUT_MS,
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: {
    initialInterval: 250,
    backoffCoefficient: 1.5,
    maximumInterval: "5 seconds",
    maximumAttempts: 10_000,
  },
});
const { reconcile } = proxyActivities<Pick<OrchestratorActivities, "reconcile">>({
  startToCloseTimeout: "2 minutes",
  heartbeatTimeout: WINDOW_HEARTBEAT_TIMEOUT_MS,
  retry: { initialInterval: "1 second", maximumInterval: "10 seconds", maximumAttempts: 10_000 },
});

/**
 * The one orchestrator of a tenant, whatever the number of control planes: its id sees to that.
 *
 * It has one of them hold the firing window, sleeps until shortly before the next fire, and has what was lost on the way
 * looked for.
 */
export async function scheduleJobs(): Promise<void> {
  const state = { isChanged: false, isStopping: false, window: new CancellationScope() };
  setHandler(definitionsChanged, () => {
    state.isChanged = true;
    // Whoever holds the window plans anew; what it has recorded is not recorded again.
    state.window.cancel();
  });

  const fire = async (): Promise<void> => {
    while (!isLong()) {
      state.isChanged = false;
      state.window = new CancellationScope();
      let fired: FiredWindowNote;
      try {
        fired = await state.window.run(() => fireWindow());
      } catch (error) {
        if (isCancellation(error) && !state.isChanged) throw error;
        // Given up for a change, or failed while it was being given up: nobody else would begin another one.
        continue;
      }
      const leftMs = fired.nextDue === null ? LONGEST_SLEEP_MS : Date.parse(fired.nextDue) - Date.now();
      const sleepMs = Math.min(leftMs - WAKE_LEAD_MS, LONGEST_SLEEP_MS);
      if (sleepMs > 0) await condition(() => state.isChanged || isLong(), sleepMs);
    }
    state.isStopping = true;
  };
  const lookForLost = async (): Promise<void> => {
    while (!state.isStopping) {
      await reconcile();
      await condition(() => state.isStopping, RECONCILE_EVERY_MS);
    }
  };
  await Promise.all([fire(), lookForLost()]);
  await continueAsNew<typeof scheduleJobs>();
}

function isLong(): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  return continueAsNewSuggested || historyLength > LONGEST_HISTORY;
}
