import type { DeploymentHarness } from "./deployment.ts";
import { describeCalendars } from "./calendars.ts";
import { describeBackfills } from "./backfills.ts";
import { describeComingFires } from "./coming-fires.ts";
import { describeExports } from "./exports.ts";
import { describeBroadcast } from "./broadcast.ts";
import { describeCalledExecutors } from "./called-executors.ts";
import { describeCancellation } from "./cancellation.ts";
import { describeCauses } from "./causes/causes.ts";
import { describeChangesOfTasks } from "./changes-of-tasks.ts";
import { describeChains } from "./chains.ts";
import { describeChildren } from "./children.ts";
import { describeConcurrency } from "./concurrency.ts";
import { describeContextsOfTasks } from "./contexts-of-tasks.ts";
import { describeDebouncing } from "./debouncing.ts";
import { describeDebugMode } from "./debug-mode.ts";
import { describeExplanations } from "./explanations.ts";
import { describeFiles } from "./files.ts";
import { describeFlowJobs } from "./flow-jobs.ts";
import { describeHandOversOfTasks } from "./hand-overs-of-tasks.ts";
import { describeHungCode } from "./hung-code.ts";
import { describeFurtherIncidents, describeIncidents } from "./incidents.ts";
import { describeIntervals } from "./intervals.ts";
import { describeOptions } from "./options.ts";
import { describeOptionsOfNodes } from "./options-of-nodes.ts";
import { describeJobsWithFiles } from "./jobs-with-files.ts";
import { describeJobsWithStatements } from "./jobs-with-statements.ts";
import { describeJobsOfTasks } from "./jobs-of-tasks.ts";
import { describeLanes } from "./lanes.ts";
import { describeLatestLast } from "./latest-last.ts";
import { describeLimitedNodes } from "./limited-nodes.ts";
import { describeLimitsOfTasks } from "./limits-of-tasks.ts";
import { describeLimits } from "./limits.ts";
import { describeQueueing } from "./queueing.ts";
import { describeRecurring } from "./recurring.ts";
import { describeDrafts } from "./drafts.ts";
import { describeRerunsOfTasks } from "./reruns-of-tasks.ts";
import { describeRestingRuns } from "./resting-runs.ts";
import { describeRetriedTasks } from "./retried-tasks.ts";
import { describeRunFolders } from "./run-folders.ts";
import { describeRunning } from "./running.ts";
import { describeSavedBodies } from "./saved-bodies.ts";
import { describeSecretsOfTasks } from "./secrets-of-tasks.ts";
import { describeSharedNodes } from "./shared-nodes.ts";
import { describeSnoozing } from "./snoozing.ts";
import { describeStartedRuns } from "./started-runs.ts";
import { describeStates } from "./states.ts";
import { describeStoredOptions } from "./stored-options.ts";
import { describeTasks } from "./tasks.ts";
import { describeDisabledTenants } from "./disabled-tenants.ts";
import { describeTenantLimits } from "./tenant-limits.ts";
import { describeTriggering } from "./triggering.ts";
import { describeTrying } from "./trying.ts";
import { describeWaitingTasks } from "./waiting-tasks.ts";
import { describeWaiting } from "./waiting.ts";
import { describeWindows } from "./windows.ts";
import { describeWrittenVars } from "./written-vars.ts";

/** The states of a run, how it is triggered and how it is cancelled: what the gate shows on each runtime. */
export function describeBasics(harness: DeploymentHarness): void {
  describeStates(harness);
  describeTriggering(harness);
  describeCancellation(harness);
}

/** How runs come to be. */
export function describeStarting(harness: DeploymentHarness): void {
  describeOptions(harness);
  describeRecurring(harness);
  describeIntervals(harness);
  describeBackfills(harness);
  describeExports(harness);
  describeWindows(harness);
  describeComingFires(harness);
  describeCalendars(harness);
  describeDebugMode(harness);
  describeDebouncing(harness);
  describeExplanations(harness);
  describeIncidents(harness);
}

/** How many of them run at once, and in which order. */
export function describeLimiting(harness: DeploymentHarness): void {
  describeConcurrency(harness);
  describeLimits(harness);
  describeTenantLimits(harness);
  describeDisabledTenants(harness);
  describeLatestLast(harness);
  describeQueueing(harness);
  describeLanes(harness);
  describeWaiting(harness);
}

/** What happens to them while they run, and what follows. */
export function describeExecuting(harness: DeploymentHarness): void {
  describeHungCode(harness);
  describeRunning(harness);
  describeSnoozing(harness);
  describeChildren(harness);
  describeChains(harness);
  describeBroadcast(harness);
  describeFiles(harness);
  describeJobsWithFiles(harness);
  describeJobsWithStatements(harness);
  describeFlowJobs(harness);
  describeRunFolders(harness);
  describeTasks(harness);
  describeDrafts(harness);
  describeRetriedTasks(harness);
  describeRerunsOfTasks(harness);
  describeStartedRuns(harness);
  describeSecretsOfTasks(harness);
  describeSharedNodes(harness);
  describeLimitedNodes(harness);
  describeContextsOfTasks(harness);
  describeWrittenVars(harness);
  describeJobsOfTasks(harness);
  describeOptionsOfNodes(harness);
  describeSavedBodies(harness);
  describeHandOversOfTasks(harness);
  describeLimitsOfTasks(harness);
  describeChangesOfTasks(harness);
  describeWaitingTasks(harness);
  describeRestingRuns(harness);
  describeCalledExecutors(harness);
  describeTrying(harness);
}

/**
 * What records alone decide: options as they are stored, and what is said of jobs and runs whose ways the other lists show. The
 * core reads it from the store, and whatever carries the runs has no part in it: each store has to show it, and not each runtime.
 */
export function describeRecords(harness: DeploymentHarness): void {
  describeStoredOptions(harness);
  describeCauses(harness);
  describeFurtherIncidents(harness);
}

/** Everything a deployment must do, whatever it is made of. */
export function describeBehaviour(harness: DeploymentHarness): void {
  describeBasics(harness);
  describeStarting(harness);
  describeLimiting(harness);
  describeExecuting(harness);
  describeRecords(harness);
}
