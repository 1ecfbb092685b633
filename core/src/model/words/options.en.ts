import type { OptionWords } from "./language.ts";

export const OPTIONS_EN: OptionWords = {
  description: {
    name: "for people",
    description: "for people",
    owner: "the person or team to ask about the job",
    tags: "to filter by",
    labels:
      "what other systems know about the job, as texts by name: at most 32, names of letters, digits and `_ / -`; `GET /api/v1/jobs?label=team=payments` filters by one",
    disabled: "nothing of it runs, not even by hand; runs that wait become Skipped",
    maxConcurrency: "runs at once over all workers; `null` is unlimited",
    concurrencyKey:
      "gives each value of the arguments `maxConcurrency` slots of its own: a path such as `args.customer`, or a text with paths in braces such as `{args.region}/{args.customer}`; empty: all runs share them",
    whenFull:
      "what becomes of a run above `maxConcurrency`: `skip` ends it as Skipped, `queue` lets it wait and begin in the order of priority, then creation, `replace` asks the oldest to end and begins it then",
    maxWaiting:
      "runs of it that may wait, for their time, a worker or a slot; a trigger above it is refused with `waiting_limit`, a fire is Skipped. `null` is no limit but the app's quota, and for fires the misfire rule",
    waitTimeoutMs:
      "how long a run may wait before it begins; then the attempt has failed with `no_worker` or `waited_too_long`, and is retried as any other. `null` is as long as it takes",
    priority: "`1` is taken first, `5` last",
    timeoutMs: "how long one attempt may take; then its `signal` aborts and the attempt has failed",
    isolation:
      "where its code runs: `none` beside the other jobs of its worker, `thread` in [a thread of its own](threads.md)",
    retryCount: "attempts after the first",
    retryIntervalMs: "wait before a retry; `0` retries at once and keeps the slot",
    retryBackoff:
      "how the wait grows: `exponential` doubles it each time up to `maxMs`, and `jitterPercent` shortens each by a part of its own",
    retryOn:
      "names or codes of the errors that are retried, such as `TimeoutError`, `ECONNRESET`, `timeout`, `worker_lost`; none: all are",
    children:
      '[jobs that are started when a run has ended](child-jobs.md): a list of `{ "job", "on", "args" }`, at most 20; `on` is `success`, `failure` or `end`',
    retention: "how many finished runs are kept, and for how long",
    cron: "[five to seven fields](glossary.md#schedules), seconds first; `null` never fires by itself",
    cronDialect:
      "how the numbers of weekdays are read: `standard` counts from 0 (Sunday) as crontab(5), `quartz` from 1 (Sunday) as Quartz and XXL-JOB",
    timeZone: "an IANA name",
    startTime: "no fire before it",
    endTime: "no fire after it",
    misfire: "what happens to fires that are late by more than `graceMs`, at most a day",
    dst: "what happens to local times that do not exist or come twice",
  },
  label: {
    name: "Name",
    description: "Description",
    owner: "Owner",
    tags: "Tags",
    labels: "Labels",
    disabled: "Disabled",
    cron: "Cron",
    cronDialect: "Weekday numbers",
    timeZone: "Time zone",
    startTime: "Not before",
    endTime: "Not after",
    "misfire.policy": "Missed runs",
    "misfire.graceMs": "Allowed delay",
    "dst.gap": "Clock goes forward",
    "dst.overlap": "Clock goes back",
    maxConcurrency: "At the same time",
    concurrencyKey: "Counted by",
    whenFull: "When full",
    maxWaiting: "May wait",
    waitTimeoutMs: "Longest wait to begin",
    priority: "Priority",
    timeoutMs: "Timeout",
    isolation: "Isolation",
    retryCount: "Retries",
    retryIntervalMs: "Wait before a retry",
    "retryBackoff.growth": "Growth of the wait",
    "retryBackoff.maxMs": "Longest wait",
    "retryBackoff.jitterPercent": "Jitter: shorter by up to (%)",
    retryOn: "Retry on",
    children: "Child jobs",
    "retention.maxInstances": "Runs",
    "retention.maxAgeDays": "Days",
  },
  hint: {
    tags: "Enter after each",
    labels: "name=value, Enter after each",
    disabled: "It cannot be run, not even by hand",
    startTime: "In {{zone}}; empty: no limit",
    endTime: "In {{zone}}; empty: for ever",
    "misfire.graceMs": "A run later than that counts as missed",
    maxConcurrency: "Empty: unlimited",
    concurrencyKey:
      "Such as args.customer: so many at the same time of each customer; empty: of all together",
    maxWaiting: "Empty: no limit, but one late run of a schedule",
    waitTimeoutMs: "Such as 10m; then the run has failed. Empty: as long as it takes",
    timeoutMs: "Of one attempt, such as 10m or 1h 30m",
    isolation: "A job that computes for long makes the others of its worker wait",
    retryIntervalMs: "Such as 30s; 0: at once",
    "retryBackoff.jitterPercent": "So that runs which failed together are not retried together",
    retryOn: "Names or codes of errors; empty: every error",
    children:
      'A list as JSON, such as [{ "job": "billing.Report", "on": "success", "args": { "month": "{args.month}" } }]; on: success, failure or end',
    "retention.maxInstances": "The newest that ended; older ones are cleaned up",
  },
  choice: {
    cronDialect: {
      standard: "1 is Monday, as in crontab",
      quartz: "1 is Sunday, as in Quartz and XXL-JOB",
    },
    "misfire.policy": {
      fireOnce: "Make up for them with one run",
      skip: "Leave them out",
      fireAll: "Make up for each",
    },
    "dst.gap": { shift: "Run after the hour that is missing", skip: "Leave out the hour that is missing" },
    "dst.overlap": { first: "Run the first time only", both: "Run both times" },
    whenFull: { skip: "Skip the run", queue: "Let it wait", replace: "End the oldest for it" },
    isolation: { none: "None: beside the other jobs", thread: "A thread of its own" },
    "retryBackoff.growth": {
      constant: "None: every wait is the same",
      exponential: "Each wait twice as long",
    },
    priority: { 1: "1, first", 2: "2", 3: "3", 4: "4", 5: "5, last" },
  },
};
