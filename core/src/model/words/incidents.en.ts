import { durationText, UNITS_EN } from "./duration-text.ts";
import type { IncidentWords } from "./language.ts";

export const INCIDENTS_EN: IncidentWords = {
  run_failed: ({ count, attempts, error }) =>
    `${count === 1 ? `A run failed${attempts > 1 ? ` after ${attempts} attempts` : ""}` : `${count} runs failed`}${error === null ? "" : `: ${error}`}`,
  failures_in_row: ({ row, error }) =>
    `${row} runs in a row have failed${error === null ? "" : `, the last with: ${error}`}`,
  no_success: ({ since, error }, time) =>
    `No run has succeeded since ${time(since)}${error === null ? "" : `: ${error}`}`,
  missed: ({ count, from, to }, time) =>
    count === 1
      ? `The fire of ${time(from)} was missed: no control plane ran at its time`
      : `${count} fires from ${time(from)} to ${time(to)} were missed: no control plane ran at their time`,
  late: ({ due }, time) => `The fire of ${time(due)} has not begun`,
  waiting: ({ since }, time) => `A run has waited since ${time(since)}`,
  slow: ({ began, medianMs, mostMs }, time) =>
    `A run that began at ${time(began)} takes longer than ${duration(mostMs)}; half of the runs take at most ${duration(medianMs)}`,
  no_worker: ({ jobs, keys, online }) =>
    `${online === 0 ? "No worker is online" : "No worker that is online takes them"}: ${jobs === 1 ? "1 job cannot run" : `${jobs} jobs cannot run`}: ${listed(keys, jobs)}`,
  backlog: ({ waiting, most }) => `${waiting} runs wait, ${most} are expected at most`,
  firing_stopped: ({ since, jobs, keys }, time) =>
    `Nothing has fired since ${time(since)}, and ${jobs === 1 ? "1 job was" : `${jobs} jobs were`} due: ${listed(keys, jobs)}`,
  control_plane_down: ({ online, least }) =>
    `${online === 1 ? "1 control plane is" : `${online} control planes are`} online, there should be ${least}`,
  store_unavailable: ({ from, to }, time) => `The store was unavailable from ${time(from)} to ${time(to)}`,
  no_heartbeat: ({ heartbeat, due, failed, last }, time) =>
    `${heartbeat} ${failed === null ? `has not reported, it was due at ${time(due ?? "")}` : `reported a failure at ${time(failed)}`}; it ${last === null ? "has never succeeded" : `last succeeded at ${time(last)}`}`,
  clock_off: ({ aheadMs }) =>
    `The clock of a control plane is ${duration(Math.abs(aheadMs))} ${aheadMs > 0 ? "ahead of" : "behind"} that of the store`,
  token_expiring: ({ token, kind, owner, expires, hasExpired }, time) =>
    `The ${kind} token ${token}${owner === null ? "" : ` (${owner})`} ${hasExpired ? "expired" : "expires"} at ${time(expires)}: rotate it under Tokens`,
  task_held: ({ since, node, until }, time) =>
    `A workflow has been held since ${time(since)}${node === null ? "" : ` by the failure of ${node}`}: decide how it goes on${until === null ? "" : `, it fails at ${time(until)}`}`,
  approval_pending: ({ since, node, until }, time) =>
    `A workflow has waited since ${time(since)} for an approval${node === null ? "" : `: ${node}`}${until === null ? "" : `, until ${time(until)}`}`,
  task_waiting: ({ since, node }, time) =>
    `A workflow has waited since ${time(since)}${node === null ? "" : ` in ${node}`}`,
  code_goes_on: ({ since, worker }, time) =>
    `The code of an attempt that ended at ${time(since)} goes on on ${worker}, and keeps its job's slot: release it, or restart the worker`,
  fires_skipped: ({ row }) => `${row} fires in a row were skipped because the job was full`,
};

function duration(ms: number): string {
  return durationText(ms, UNITS_EN);
}

function listed(keys: readonly string[], all: number): string {
  return `${keys.join(", ")}${all > keys.length ? ` and ${all - keys.length} more` : ""}`;
}
