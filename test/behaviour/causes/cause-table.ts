/** One cause, as a person would put it, and what is said of it. */
export interface CauseRow {
  readonly because: string;
  /** Of the run; of a fire and of a job there is none. */
  readonly verdict: string | null;
  /** The code of the cause; of what is recorded, the code of its reason as well. */
  readonly code: string;
}

function ofRun(verdict: string, because: string, code: string): CauseRow {
  return { because, verdict, code };
}

function ofFire(because: string, code: string): CauseRow {
  return { because, verdict: null, code };
}

/** Causes that are made to happen on every deployment. */
export const CAUSES: readonly CauseRow[] = [
  ofRun("waiting", "another run holds its slot", "slots_taken"),
  ofRun("waiting", "others wait before it", "runs_before"),
  ofRun("waiting", "as many as may begin in this time have begun", "recorded waits_for_slot"),
  ofRun("waiting", "a run of its unique key goes on", "recorded waits_for_run"),
  ofRun("waiting", "it was asked for later", "asked_for_later"),
  ofRun("waiting", "its retry comes later", "begins_at"),
  ofRun("waiting", "its own code asked for a later time", "begins_at"),
  ofRun("waiting", "its app is stopped", "app_stopped"),
  ofRun("waiting", "a window holds it", "window_open"),
  ofRun("waiting", "its job is paused", "paused"),
  ofRun("waiting", "no worker of its app was ever seen", "no_worker"),
  ofRun("waiting", "no worker has the labels that it needs", "no_worker executor_rule"),
  ofRun("waiting", "the only worker takes no new runs", "no_worker draining"),
  ofRun("waiting", "the only worker is full", "workers_full"),
  ofRun("running", "its cancel was requested, and its code goes on", "cancel_asked"),
  ofRun("late", "other runs held its slot", "slots_taken"),
  ofRun("late", "its job was paused", "paused"),
  ofRun("on_time", "nothing kept it", "on_time"),
  ofRun("skipped", "the slots of its job were taken", "recorded job_full"),
  ofRun("skipped", "a fire found as many waiting as may wait", "recorded waiting_limit"),
  ofRun("skipped", "its child does not take the arguments", "recorded child_args_refused"),
  ofRun("skipped", "its child's condition has no value", "recorded child_condition_refused"),
  ofRun("skipped", "all of its shards were skipped", "recorded shards_skipped"),
  ofRun("skipped", "debug mode holds back what is not by hand", "recorded debug_mode"),
  ofRun("cancelled", "a newer run took its place", "recorded replaced"),
  ofRun("cancelled", "somebody cancelled it while it waited", "recorded cancelled"),
  ofRun("cancelled", "somebody cancelled it while it ran", "recorded cancelled"),
  ofRun("cancelled", "somebody called off its retry", "recorded retry_cancelled"),
  ofRun("cancelled", "its job was deleted", "recorded job_deleted"),
  ofRun("cancelled", "its job was paused, and what waited was to end", "recorded job_paused"),
  ofRun("cancelled", "its app was stopped, and what waited was to end", "recorded app_stopped"),
  ofRun("failed", "its code failed", "recorded attempt_failed"),
  ofRun("failed", "its job has no retries", "recorded no_retries"),
  ofRun("failed", "its retries are used up", "recorded retries_used_up"),
  ofRun("failed", "its error says that a retry is of no use", "recorded not_retryable"),
  ofRun("failed", "its job retries on other errors only", "recorded not_retried_on"),
  ofRun("failed", "it took longer than it may", "recorded attempt_failed timeout"),
  ofRun("failed", "it waited longer for its slot than it may", "recorded attempt_failed waited_too_long"),
  ofRun("failed", "no worker came in time", "recorded attempt_failed no_worker"),
  ofRun("failed", "a shard of it failed", "recorded shards_failed"),
  ofRun("failed", "a node of it failed", "recorded task_failed"),
  ofRun("failed", "its job never succeeded", "never_succeeded"),
  ofRun("failed", "it is not the first to fail", "fails_in_a_row"),
  ofRun("failed", "somebody changed an option since", "job_changed"),
  ofRun("failed", "it has other arguments", "args_changed"),
  ofRun("failed", "nothing has changed", "nothing_changed"),
  ofFire("it happened", "fired"),
  ofFire("no schedule names this time", "not_scheduled"),
  ofFire("the job has no schedule", "not_recurring"),
  ofFire("there was no such job yet", "unknown_then"),
  ofFire("the schedule had not begun", "before_start"),
  ofFire("the schedule had ended", "after_end"),
  ofFire("the job was disabled", "disabled"),
  ofFire("the job was paused", "paused"),
  ofFire("the app was stopped", "app_stopped"),
  ofFire("a window leaves it out", "window_open"),
  ofFire("one of the schedules is disabled", "schedule_disabled"),
  ofFire("its interval counts from the ends of runs", "counts_from_ends"),
  ofFire("its time is to come", "to_come"),
  ofFire("no further fire comes", "no_fire_to_come"),
  ofFire("no worker takes the job", "no_worker"),
  ofFire("debug mode holds back all that is not by hand", "closed debug_mode"),
];
