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
    maxConcurrency:
      "runs at once over all workers, [code that goes on](state-machine.md#code-that-goes-on) included; `null` is unlimited",
    concurrencyKey:
      "gives each value of the arguments `maxConcurrency` slots of its own: a path such as `args.customer`, or a text with paths in braces such as `{args.region}/{args.customer}`; empty: all runs share them",
    whenFull:
      "what becomes of a run above `maxConcurrency`: `skip` ends it as Skipped, `queue` lets it wait and begin in the order of priority, then creation, as long as `maxWaiting` and `waitTimeoutMs` let it, `replace` asks the oldest to end and begins it then",
    rateLimit:
      "attempts that begin within any `perMs`, at most `max`; those above it wait and begin in the order of priority, then creation. `burst` begins them as they come, `smooth` spreads them over the time. With `concurrencyKey` each key has its own. `null` is any number",
    fairness:
      "which runs take turns where they wait for the same slots: a path such as `args.customer`, written like `concurrencyKey`; each value gets as many turns as the others, however many of its runs wait. `weight` is where the arguments say how many turns it gets for one of the others, such as `args.seats` (0.001 to 1000); empty: one each. Without `by` runs begin in the order of creation",
    unique:
      "at most one run of the job, or of each `uniqueKey`, waits or runs. A further one: `skip` records it as Skipped, `existing` returns the run that is there, `replace` gives its arguments to that run if it has not begun yet, and a later time postpones it; where it is asked for by another caller or by hand, for an earlier time or more urgently, it takes the place of that run. Once that has begun, `replace` has the latest trigger wait and be executed after it. `off`: any number",
    debounceMs:
      "collapses the triggers of the job, or of each `uniqueKey`, into one run: it begins when no further trigger has come for this long, with the arguments of the latest. Not for fires of a schedule, delayed triggers and re-runs, and not together with `unique`. `0`: each trigger is a run",
    debounceMaxMs:
      "how long after the first trigger that run begins at the latest, however many follow; `null`: triggers that never cease put it off for ever",
    uniqueKey:
      "what of the arguments `unique` and `debounceMs` compare: `args` all of them, `args.invoice` one, `{args.region}/{args.day}` several; empty: none, one run for the whole job. With `unique`, arguments without a value there are refused",
    routing:
      "[which executor](routing.md) of its app a run goes to; `by` is what of the arguments keeps runs together with `sticky`, written like `concurrencyKey`, empty: all of them. With `broadcast` every executor gets a shard of the run; `whenGone` is what becomes of a shard whose executor left or died before beginning it: `elsewhere` runs it on another one, `fail` fails it",
    executors:
      "the executors that may run it: those whose code has the version `minVersion` or a later one, and those with all of these `labels`; empty: any. A run that none may take waits, and begins at once where an edit lets a worker take it",
    maxWaiting:
      "runs of it that may wait, for their time, a worker or a slot; a trigger above it is refused with `waiting_limit`, a fire is Skipped. `null` is no limit but the app's quota, and for fires that no worker takes the misfire rule",
    waitTimeoutMs:
      "how long a run may wait before it begins; then the attempt has failed with `no_worker` or `waited_too_long`, and is retried as any other. `null` is as long as it takes",
    priority: "`1` is taken first, `5` last",
    timeoutMs:
      "how long one attempt may take; then its `signal` aborts and the attempt has failed, after the worker's grace also where its code goes on",
    isolation:
      "where its code runs: `none` beside the other jobs of its worker, `thread` in [a thread of its own](threads.md)",
    retryCount: "attempts after the first",
    retryIntervalMs: "wait before a retry; `0` retries at once and keeps the slot",
    retryBackoff:
      "how the wait grows: `exponential` doubles it each time up to `maxMs`, and `jitterPercent` shortens each by a part of its own",
    retryOn:
      "names or codes of the errors that are retried, such as `TimeoutError`, `ECONNRESET`, `timeout`, `worker_lost`; none: all are",
    children:
      '[jobs that are started when a run has ended](child-jobs.md): a list of `{ "job", "on", "args", "when", "edge" }`, at most 20; `on` is `success`, `failure` or `end`, `when` a condition, and `edge` starts them only where it becomes true',
    retention:
      "how many finished runs are kept, and for how long; skipped ones are counted apart by `maxSkipped`, so that they do not push out what ran; a [broadcast](routing.md#sharding-broadcast) and its shards are one run, kept and removed together; logs and files go [earlier](retention.md) by `maxLogs`, `maxLogAgeDays`, `maxFiles`, `maxFileAgeDays`",
    cron: "[five to seven fields](glossary.md#schedules), seconds first; `null` never fires by itself",
    cronDialect:
      "how the numbers of weekdays are read: `standard` counts from 0 (Sunday) as crontab(5), `quartz` from 1 (Sunday) as Quartz and XXL-JOB",
    everyMs:
      "fires once [each interval](glossary.md#schedules) instead of by `cron`, from a second (1000) to 366 days; `cron` has to be `null` then",
    everyFrom:
      "what the interval counts from: `start` is the fire before, however long runs take; `end` is the end of the run before, so that two never overlap",
    jitterMs:
      "each fire begins up to this long after its time, and before the next is due, so that jobs of the same time do not begin together; how long follows from the job and the time and is always the same. The run keeps its time; lateness (`misfire`) counts from when it was to begin",
    timeZone: "an IANA name",
    startTime: "no fire before it; an interval has its first fire then",
    endTime: "no fire after it",
    misfire:
      "what happens to fires that are late by more than `graceMs`, at most a day: nothing made them in time, or no worker took them. Waiting for a slot (`whenFull`) is not being late",
    dst: "what happens to local times that do not exist or come twice",
    calendar:
      '[the days of a calendar](calendars.md) on which it fires, such as `{ "key": "cn", "on": "workday" }`. `on` is `workday`, `offday` or a working day of each period, `{ "nth": -1, "of": "month" }`; `otherwise` says what becomes of a fire on another day: `skip`, or `next` and `previous` for the same time of the nearest day that fits, at most 31 days away; `dayStartsAt` lets the hours before belong to the day before; `beyond` is `estimate` or `hold` for days that the calendar does not know',
    schedules:
      'schedules beside its own, each with a name: a list of `{ "name", "cron" }` or `{ "name", "everyMs" }`, at most 20. Each may also state `cronDialect`, `everyFrom`, `jitterMs`, `timeZone`, `startTime`, `endTime`, `misfire`, `dst`, `calendar` and `args`, which are otherwise the job\'s, and be `disabled`. Two that name the same second are two runs',
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
    everyMs: "Interval",
    everyFrom: "Interval counts from",
    jitterMs: "Jitter",
    timeZone: "Time zone",
    startTime: "Start time",
    endTime: "End time",
    "misfire.policy": "Missed runs",
    "misfire.graceMs": "Allowed delay",
    "dst.gap": "Clock goes forward",
    "dst.overlap": "Clock goes back",
    calendar: "Calendar",
    schedules: "More schedules",
    maxConcurrency: "Concurrency limit",
    concurrencyKey: "Concurrency key",
    whenFull: "When the limit is reached",
    "rateLimit.max": "Rate limit",
    "rateLimit.perMs": "Rate period",
    "rateLimit.spread": "Rate spread",
    "fairness.by": "Fairness key",
    "fairness.weight": "Fairness weight",
    unique: "Unique",
    debounceMs: "Debounce",
    debounceMaxMs: "Longest debounce",
    uniqueKey: "Unique key",
    "routing.strategy": "Routing",
    "routing.by": "Routing key",
    "routing.whenGone": "When the executor is gone",
    "executors.minVersion": "Minimum version",
    "executors.labels": "Required labels",
    maxWaiting: "Waiting limit",
    waitTimeoutMs: "Wait timeout",
    priority: "Priority",
    timeoutMs: "Timeout",
    isolation: "Isolation",
    retryCount: "Retries",
    retryIntervalMs: "Retry interval",
    "retryBackoff.growth": "Backoff",
    "retryBackoff.maxMs": "Longest interval",
    "retryBackoff.jitterPercent": "Jitter: shorter by up to (%)",
    retryOn: "Retry on",
    children: "Child jobs",
    "retention.maxInstances": "Kept runs",
    "retention.maxSkipped": "Kept skipped runs",
    "retention.maxAgeDays": "Kept days",
    "retention.maxLogs": "Kept logs",
    "retention.maxLogAgeDays": "Kept days of logs",
    "retention.maxFiles": "Runs with kept files",
    "retention.maxFileAgeDays": "Kept days of files",
  },
  hint: {
    tags: "Enter after each",
    labels: "name=value, Enter after each",
    disabled: "It cannot be run, not even by hand",
    everyMs: "Such as 7s or 5h, instead of the cron above; empty: none",
    jitterMs: "Such as 5m: each run begins up to 5 min after its time, always equally long",
    startTime: "In {{zone}}; empty: no limit",
    endTime: "In {{zone}}; empty: for ever",
    "misfire.graceMs": "A run later than that counts as missed",
    schedules: "Each fires the job at times of its own, beside the job's own",
    maxConcurrency: "Empty: unlimited",
    concurrencyKey: "Such as args.customer: each customer has its own limit; empty: one limit for the job",
    "rateLimit.max": "Runs that may begin within the period; others wait. Empty: no rate limit",
    "rateLimit.perMs": "Such as 1s or 1m",
    "fairness.by": "Such as args.customer: the customers' runs take turns; empty: in the order of creation",
    "fairness.weight": "Such as args.seats: a number in the arguments; empty: equal turns",
    debounceMs: "Such as 5s: one run, 5 s after the latest trigger; 0: a run for each trigger",
    debounceMaxMs: "Such as 1m: at the latest 1 min after the first trigger; empty: no limit",
    uniqueKey:
      "Such as args.invoice: one run for each invoice; args: one for equal arguments; empty: one for the job",
    "routing.whenGone": "For the sharding broadcast: when an executor leaves or dies before its shard begins",
    "routing.by": "For sticky routing, such as args.customer; empty: all arguments",
    "executors.minVersion": "Such as 2.4.0; empty: any version",
    "executors.labels": "name=value, Enter after each; empty: any executor",
    maxWaiting:
      "Runs that may wait; further ones are refused. Empty: no limit, but of the fires that no worker takes one waits",
    waitTimeoutMs: "Such as 10m; then the run has failed. Empty: as long as it takes",
    timeoutMs: "Of one attempt, such as 10m or 1h 30m",
    isolation:
      "A job that computes for long delays the other jobs of its worker unless it has its own thread",
    retryIntervalMs: "Such as 30s; 0: at once",
    "retryBackoff.jitterPercent": "So that runs which failed together are not retried together",
    retryOn: "Names or codes of errors; empty: every error",
    children:
      'A list as JSON, such as [{ "job": "billing.Report", "on": "success", "args": { "month": "{args.month}" } }]; on: success, failure or end',
    "retention.maxInstances":
      "The newest that ended, a broadcast with its shards as one; older ones are cleaned up",
    "retention.maxSkipped": "Counted apart, so that skipped runs do not push out those that ran",
    "retention.maxLogs": "Of the newest so many runs; empty: of all that are kept",
    "retention.maxLogAgeDays": "Empty: as long as the run",
    "retention.maxFiles": "Of the newest so many runs; empty: of all that are kept",
    "retention.maxFileAgeDays": "Empty: as long as the run",
  },
  choice: {
    cronDialect: {
      standard: "1 is Monday, as in crontab",
      quartz: "1 is Sunday, as in Quartz and XXL-JOB",
    },
    everyFrom: {
      start: "The run before: fixed rate",
      end: "The end of the run before: fixed delay",
    },
    "misfire.policy": {
      fireOnce: "Make up for them with one run",
      skip: "Leave them out",
      fireAll: "Make up for each",
    },
    "dst.gap": { shift: "Run after the hour that is missing", skip: "Leave out the hour that is missing" },
    "dst.overlap": { first: "Run the first time only", both: "Run both times" },
    whenFull: { skip: "Skip the new run", queue: "Queue the new run", replace: "Replace the oldest run" },
    "rateLimit.spread": { burst: "Burst: as they come", smooth: "Smooth: evenly over the period" },
    unique: {
      off: "Off: any number of runs",
      skip: "Skip the new run",
      existing: "Return the existing run",
      replace: "Keep the latest: replace the waiting run, or run after the running one",
    },
    "routing.strategy": {
      any: "Any executor with free capacity",
      first: "First executor",
      last: "Last executor",
      round: "Round robin",
      random: "Random",
      consistentHash: "Consistent hash of the job",
      leastFrequentlyUsed: "Least frequently used",
      leastRecentlyUsed: "Least recently used",
      failover: "Failover: the first that responds",
      busyover: "Busyover: the first that is idle",
      sticky: "Sticky: one executor for each routing key",
      broadcast: "Sharding broadcast: every executor",
    },
    "routing.whenGone": { elsewhere: "Run the shard on another executor", fail: "Fail the shard" },
    isolation: { none: "None: beside the other jobs", thread: "Thread: one of its own" },
    "retryBackoff.growth": {
      constant: "Constant",
      exponential: "Exponential: twice as long each time",
    },
    priority: { 1: "1, first", 2: "2", 3: "3", 4: "4", 5: "5, last" },
  },
};
