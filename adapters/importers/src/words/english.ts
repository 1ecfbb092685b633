import { TASK_ENGLISH } from "./task-english.ts";

const JOB_ENGLISH = {
  // Sources
  nothing_found: "No job was found: {wanted} is expected",
  not_json: "This is not JSON: {message}",
  id_missing: "The row has no id, by which the same job is known when it is imported again",
  not_a_record: "A job must be an object",
  sql_unreadable:
    "The INSERT statement cannot be read here: {found}. Export the two tables as JSON or CSV instead",
  sql_expression:
    "{column} is {found}, which only the database could compute: export the two tables as JSON or CSV instead",
  sql_select:
    "INSERT … SELECT has no rows, which only the database could read: export the two tables as JSON or CSV instead",
  sql_columns: "The row has {count} values, and no table has that many columns",
  csv_columns: "The first line must name the columns, among them id and job_group",
  csv_quote: "A quoted field has no end",
  too_many_jobs: "There are more than {max} jobs: import them in parts",
  too_many_lines: "There are more than {max} lines: import them in parts",
  too_much_source:
    "The scripts of the commands have more than {max} MiB together, because each holds the variables above it: import the file in parts",
  more_mistakes: "{count} more that cannot be read",
  more_findings: "{count} more",
  not_compared:
    "Its fires were not compared, because the time of one preview is used up: import the file in parts to see them all",
  crontab_line: "The line is neither a schedule with a command nor NAME=value",
  crontab_user: "The line has no command after its user",
  crontab_user_name: '"{found}" is no user: each line of a system crontab names one before its command',
  crontab_user_column:
    'The command begins with the user "{user}", as in /etc/crontab: choose the system crontab as the source',
  crontab_fields:
    'The command begins with "{found}", which is a field of a schedule: cron reads five, and the tool that read six or seven does not say which comes first. Write five fields',
  exit_codes_of_source: "Exit codes are ignored in crontabs alone, and the source is {source}",
  // Cron
  cron_field: '"{found}" cannot be the {field}',
  cron_fields: "The expression has {count} fields, {wanted} are expected",
  cron_both_days: "One of day of month and day of week must be ?",
  cron_not_carried:
    "The schedule {cron} cannot be carried over ({reason}): the job is made without one and does not fire",
  cron_rewritten: "{from} is written {to}, which means the same here",
  quartz_weekdays: "Weekdays count from 1 (Sunday): the job keeps that by its option cronDialect",
  step_ignored: "crontab ignores the step in {from}: the field is {to}",
  days_widened:
    "{from} narrows the weekdays in crontab; here either field is enough, so the job fires on more days. Change the schedule before you start it",
  random_value:
    "cron chooses from {from} at each start; here the job keeps one choice, made of its key, so its fires cannot be compared",
  interval_not_carried:
    "An interval of {seconds} s is not between 1 s and 366 days: the job is made without a schedule and does not fire",
  interval_start: "The interval goes on at the same times: its start time {start} is one of them",
  interval_phase: "The source names no fire of the interval: it is counted from when the job is made here",
  interval_from_end: "Agenda counted the interval from the last run; here it is fixed in time",
  reboot:
    "@reboot fired at the start of the machine: the job is made without a schedule, and started by hand or by a program",
  cron_tz: "CRON_TZ={timeZone} decides, as in cronie; Debian's cron ignored it",
  tz_variable: "TZ={timeZone} is given to the command; as in cron, it does not change the schedule",
  no_schedule: "It had no schedule: it is a triggered job, started by hand, by a program or by another job",
  // XXL-JOB
  group_unknown: "Executor {group} is not in the source: add xxl_job_group",
  app_needed: "{app} cannot name an app here: state one",
  glue_unknown: "The type {found} is unknown",
  glue_empty: "It has no source text",
  alarm_email:
    "Alarm mails to {found} are not carried over: make a job that sends notices by mail, and a route of alarms to it",
  block_together: "Runs are held apart over all executors together, not on each of them",
  route_unknown: "The route {found} is unknown: any executor takes the runs",
  misfire_unknown: "The misfire strategy {found} is unknown: missed fires are skipped",
  no_timeout: "It had no time limit: here it is 366 days",
  timeout_cut: "Its time limit of {seconds} s is cut to 366 days",
  retries_cut: "It is tried again {max} times at most, not {count}",
  handler_empty: "It names no handler, and has no source text",
  child_unknown: "Child job {child} is not in the source: it is left out",
  child_cycle: "Child job {child} leads back to this job: it is left out",
  field_ignored: "{field} = {found} is not carried over",
  // crontab
  user_ignored: "It ran as {user}: here it runs as the user of the worker",
  mail_ignored: "Mail to {found} is not sent: the output is in the run's log",
  shell_needed: "{found} reads the command, as under cron: workers without it end the run with exit code 127",
  crontab_flags:
    "{found} is not carried over: a run's output is in its log, and failures alert whom the alarms say",
  home_of_worker:
    "It uses the home folder: that of the user that the worker runs as, and in the sandbox of scripts the run's own folder, which is removed at its end",
  writes_outside:
    "It writes to {found}, which scripts in the sandbox cannot: switch the sandbox off, or let it print",
  needs_network:
    "{found} reaches other machines, which scripts in the sandbox cannot: switch the sandbox off for it",
  exit_test:
    "cron ignored exit codes; here a run whose test is false fails. Let the command succeed on any exit code, or write if … then … fi",
  any_exit_code: "It succeeds on any exit code, as under cron: a failing command alerts nobody",
  // Agenda, BullMQ
  one_time: "It ran once at {at} and has no repetition: it is not imported",
  skip_days: "skipDays = {found} is not carried over: it fires on these days too",
  repeat_at: "repeatAt = {found} cannot be read",
  repeat_at_unused:
    "repeatAt = {found} had no effect: Agenda goes by repeatInterval = {interval} where there is one",
  repeat_at_zone:
    "repeatTimezone = {found} had no effect: Agenda reads repeatAt by the clock of its process, which is that of {timeZone}",
  day_in_zone:
    "{found} is taken for the begin of that day in {zone}, {at}, as Agenda 4 and 5 take it; Agenda 6 goes by the instant",
  runs_at_start:
    "Agenda also runs it once at {at}, its startDate, whatever its expression says: run it by hand if you need that",
  limit_ignored: "It ended after {limit} runs: here it goes on until you stop it or state endTime",
  immediately_ignored: "It ran at once when it was added: run it by hand if you need that",
  priority_mapped: "Priority {from} becomes {to}, of 1 (first) to 5 (last)",
  starts_later: "It begins at {at}",
  handler_wanted: "Declare its code under the key {handler}",
  replace_running: "It is not replaced while it fires: pause it first",
  replace_kind: "It is not replaced: the job with this key is of another kind or app",
  // The whole
  zone_unknown: "{timeZone} is no time zone",
  key_adapted: "The key is {key}: {from} has characters that a key cannot have",
  job_refused: "It cannot be made: {reason}",
  no_runner: "No worker of app {app} that is online runs {kind} work: the job can be made when one is",
  not_offered: "No worker of app {app} that is online runs {name}: its workers run {names}",
  no_executors:
    "No worker of app {app} that is online reaches executors of XXL-JOB: add the AppName {name} to MOJOB_XXL of a worker, or state the app whose workers have it",
  other_executors:
    "MOJOB_XXL of the workers of app {app} does not have the AppName {name}: add it. They reach {names}",
  child_refused: "Child job {child} cannot be imported: without it, this job is made without that child",
  child_left_out: "Made without these child jobs, which are not there: {children}",
  stopped_there: "It was stopped there",
} as const;

/** Every finding and mistake in English. */
export const ENGLISH_WORDS: typeof JOB_ENGLISH & typeof TASK_ENGLISH = { ...JOB_ENGLISH, ...TASK_ENGLISH };
