import { LONGEST_JOB_KEY } from "./job-key-length.ts";
import type { CronPlace, CronValue, IssueCode, IssueWords } from "./issue-code.ts";

export const ISSUES_EN: IssueWords = {
  required: () => "is required",
  unknown_name: () => "is not known here",
  yaml_unreadable: ({ text }) => `cannot be read as YAML: ${text}`,
  yaml_not_read: ({ found }) =>
    `must be written out: anchors, aliases, tags and directives such as "${found}" are not read`,
  yaml_one_document: () => "must be one document",
  yaml_name: () => "must be text: put the name into quotation marks",
  yaml_brackets: ({ max }) =>
    `must have each item in a line of its own: more than ${max} characters in brackets are not read`,
  not_changed_later: () => "cannot be changed later: remove it, and make it again",
  declared_by_code: ({ key }) =>
    `is declared by code: write what differs from it to "overrides", under "${key}"`,
  not_permitted: ({ permission, app }) =>
    `needs the permission "${permission}" ${app === null ? "in every app" : `in app "${app}"`}`,
  feature_not_there: ({ feature }) => `needs the feature "${feature}", which the scheduler does not have`,
  hidden_job: () =>
    'needs the permission "payloads:read" in the app of the job, of which only a part is shown',
  backfills_full: ({ max }) =>
    `must be one of at most ${max} backfills that have not ended: wait for one, or cancel one first`,
  too_many_fires: ({ max, count }) =>
    `must leave at most ${max} fires, the range has ${count}: take a shorter one`,
  in_the_future: ({ now }) => `must not be later than now (${now})`,
  windows_full: ({ max }) => `must be one of at most ${max} windows that are not over: end one first`,
  window_too_long: ({ days }) =>
    `must be at most ${days} days after its beginning: pause the jobs, or stop their app, for longer`,
  exports_full: ({ max }) =>
    `must be one of at most ${max} exports: remove one that is not used any more first`,
  export_of_nothing: () => "must be tags of jobs that you see",
  not_file_name: () => "must be the name of a file: 1 to 200 characters, none of / and \\ or invisible ones",
  archives_full: ({ max }) =>
    `must be one of at most ${max} archives: remove one that is not used any more first`,
  archives_too_large: ({ max }) => `must leave all archives together at most ${max} bytes: remove one first`,
  summaries_full: ({ max }) =>
    `must be one of at most ${max} summaries: remove one that is not used any more first`,
  summary_owner: () =>
    "must be asked for by a person who signs in by name, or by code that may read all: what others may read is not known when it is sent",
  opens_incidents: ({ key }) =>
    `must be a job that sends a message; "${key}" opens an incident for each notice`,
  views_full: ({ max }) => `must be one of at most ${max} views: remove one that is not used any more first`,
  report_time: ({ days }) => `must be after from, and at most ${days} days later`,
  forecast_time: ({ days }) => `must be after from, and at most ${days} days later`,
  forecast_buckets: ({ max }) => `must be longer, or the time shorter: a forecast has at most ${max} buckets`,
  forecast_jobs: ({ max, count }) =>
    `must be given, because ${count} jobs fire by schedules and a forecast is of at most ${max}`,
  no_such_fire: () => "must be the nominal time of a fire that is to come",
  fire_after_end: () =>
    "must be a fire of a schedule that names times: this one fires after the end of the run before",
  acted_fires_full: ({ max }) => `must be one of at most ${max} fires of a job that are decided ahead`,
  beyond_days: ({ days }) => `must be at most ${days} days from now`,
  report_rebuilding: () => "must wait until the sums are made that are being made again now",
  report_too_large: ({ max }) =>
    `must be later, or the report be of one app or job: it would be made of more than ${max} sums`,
  not_text: () => "must be text",
  not_number: () => "must be a number",
  not_whole: () => "must be a whole number",
  not_flag: () => "must be true or false",
  not_object: () => "must be an object",
  not_list: () => "must be a list",
  not_json: () => "is not JSON",
  empty: () => "must not be empty",
  blank: () => "must not be blank",
  not_plain: () => "must not have control characters",
  not_one_line: () => "must be one line without control characters",
  too_short: ({ min }) => `must be at least ${min} characters`,
  too_long: ({ max }) => `must be at most ${max} characters`,
  too_many_bytes: ({ max, bytes }) => `must have at most ${max} bytes, not ${bytes}`,
  too_small: ({ min }) => `must be at least ${min}`,
  too_large: ({ max }) => `must be at most ${max}`,
  out_of_range: ({ min, max }) => `must be a whole number from ${min} to ${max}`,
  too_few: ({ min }) => `must have at least ${min}`,
  too_many: ({ max }) => `must have at most ${max}`,
  not_texts: ({ count, max }) => `must be 1 to ${count} texts of at most ${max} characters`,
  not_one_of: ({ values }) =>
    values.length === 0
      ? "must be one of those that are offered, and there is none"
      : `must be one of ${values.join(", ")}`,
  not_some_of: ({ values }) => `must be some of ${values.join(", ")}`,
  not_moment: () => "must be the number of a fact, such as 12, or an ISO 8601 time with a zone",
  not_instant: () => 'must be an ISO 8601 time with a zone, such as "2026-01-31T08:00:00Z"',
  not_a_day: () => "must be a day that its month has",
  person_name_rule: () =>
    "must be 1 to 64 lower-case letters, digits, dots, hyphens and underscores, and begin and end with a letter or digit",
  not_an_email: () => "must be a mail address",
  weak_password: () => "must not be one that is guessed early, nor contain the name",
  expires_late: ({ days }) => `must be at most ${days} days from now`,
  not_a_zone: () => "must be an IANA time zone name",
  zone_abbreviation: ({ zones }) => `must be an IANA time zone name, such as ${zones.join(" or ")}`,
  unreadable_source: ({ reason, line }) =>
    `cannot be read${line === null ? "" : ` in line ${line}`}: ${reason}`,
  end_before_start: ({ start }) => `must be after startTime (${start})`,
  in_the_past: () => "must be in the future",
  beyond_a_year: () => "must be a time within a year",
  not_a_delay: ({ max }) => `must be from 0 to ${max} (a year)`,
  given_twice: () => "must be given once",
  operation_taken: () => "must be the id of no other operation",
  operation_rule: () => "must be a UUID",
  excludes: ({ other }) => `must not be given together with ${other}`,
  needs: ({ other }) => `must be given together with ${other}`,
  excludes_each_other: ({ names }) => `must not have both ${names.join(" and ")}`,
  name_rule: () => "must be 1 to 63 letters (A to Z), digits, _ or - and start with a letter or digit",
  job_key_rule: () =>
    `must be 1 to ${LONGEST_JOB_KEY} letters, digits or _ $ . : / - and start with a letter, digit, _ or $`,
  node_id_rule: () => "must be 1 to 64 letters, digits, _ or -",
  duplicate_node: () => "must be the id of one node",
  unknown_node: ({ name }) => `must be a node of the same list, which "${name}" is not`,
  self_edge: () => "must be another node",
  node_cycle: ({ path }) =>
    `must not wait for itself: ${path.join(" → ")}; only a condition with a loop may be led back to`,
  loop_entered_twice: ({ names }) =>
    `must be in a loop that is entered through its condition alone, not through ${names.join(", ")}`,
  loops_too_deep: ({ max }) => `must be in at most ${max} loops or groups`,
  unknown_branch: ({ name }) => `must be a branch of the node, which "${name}" is not`,
  each_rule: () => "must have either items or sets",
  patterns_too_large: ({ max, instructions }) =>
    `must have patterns of at most ${max} instructions together, not ${instructions}: a repetition such as {1,500} makes many`,
  bad_expression: ({ position, text }) => `must be an expression; at character ${position}: ${text}`,
  unknown_reference: ({ name }) => `must read nodes of the task, which "${name}" is not`,
  join_impossible: ({ max }) => `must be at most ${max}, because it follows ${max}`,
  reference_not_before: ({ name }) => `must read nodes that end before; "${name}" does not`,
  maybe_not_run: ({ name }) =>
    `must say what holds where "${name}" has not run, such as $.JOB['${name}'].RESULT ?? 'none'`,
  unknown_var: ({ name, values }) =>
    `must be one of the task's vars, which "${name}" is not${values.length > 0 ? `; there are ${values.join(", ")}` : ""}`,
  vars_of_items: () =>
    "must be left out: items run side by side; let the group return results, and write them as vars of the group",
  batch_needs_item: ({ name }) =>
    `must say which item of batch "${name}" is meant, such as $.JOB['${name}'][0] or $.JOB['${name}'][*]`,
  unknown_root: ({ name, values }) =>
    `must begin with one of $.${values.join(", $.")}, which $.${name} is not`,
  unknown_of_self: ({ name, values }) =>
    `must read one of $.SELF.${values.join(", $.SELF.")}: a worker judges it, which does not know $.SELF.${name}`,
  mixed_alternatives: () =>
    "must not have resources and expressions as alternatives: use any for the one or the other, and all for both",
  no_callback: () =>
    "must have work of kind code, script, command or http, which can be told where to report",
  else_missing: () => "must have else, or a node that follows where it fails: no branch may hold",
  branch_unused: () => "is a branch that no node follows",
  cleanup_rule: () =>
    "must be a job or a task without each, outside of groups and loops: it runs while its task ends",
  cleanup_with_branch: () => "must not name a branch: cleanup runs whichever was taken",
  cleanup_followed: ({ name }) => `must be cleanup too, because it follows "${name}", which is`,
  silence_rule: ({ days }) => `must be after from, and at most ${days} days later`,
  skips_runs: ({ key }) =>
    `must be a job that queues its runs: "${key}" skips them while it is full (set whenFull to queue, or maxConcurrency to null)`,
  unknown_job: ({ key }) => `must be the key of a job, and a version that it has; "${key}" is not`,
  unknown_task: ({ key }) => `must be the key of a task, and a version that it has; "${key}" is not`,
  recursive_task: ({ path }) => `must not be a task that executes itself: ${path.join(" → ")}`,
  tasks_too_deep: ({ max }) => `must be in at most ${max} tasks`,
  param_missing: ({ name }) => `must have a value for "${name}"`,
  param_unknown: ({ name, values }) =>
    `must be a declared parameter, which "${name}" is not${values.length > 0 ? `; there are ${values.join(", ")}` : ""}`,
  param_type: ({ type }) => `must be of the type ${type}`,
  secret_of_other_app: ({ name }) =>
    `must not name a secret: those of app "${name}" are for its own jobs, and the job of this node is of another`,
  secret_of_program: () =>
    "must not name a secret: others can see the arguments of a program, which gets secrets as files (secrets of its work)",
  visit_outside_loop: () =>
    "must not read $.VISIT, which nodes of a loop alone have; what follows one may say $.VISIT ?? 0",
  secret_of_caller: () =>
    "must be left out: what a run is given is kept and shown with it; name a secret of the app where a node needs it, as $.SECRET['NAME']",
  secret_in_clear: () =>
    "must be a secret of the app, as $.SECRET['NAME']: another value is kept and shown with its run",
  secret_of_task: () =>
    "must be given: the run has secrets from its task, which alone gives them; run the task again",
  secret_in_text: () =>
    "must not read a secret: $.SECRET is the whole value of a secret parameter, and nothing else",
  code_pattern_rule: () =>
    'must be an error code such as "timeout", or the beginning of some such as "-107*"',
  unreachable: () => "can never run: no end of those before it leads to it",
  unknown_secret: ({ name, app }) => `names secret "${name}", which app "${app}" does not have yet`,
  no_handler: () => "may fail its task: no node follows where it is refused, or its time is up",
  handles_failures: ({ name }) =>
    `handles every failure of "${name}", and of what comes before it, as the only way to its node: "handles" says otherwise, or that it is meant`,
  unseen_result: ({ name, field }) => `reads "${field}", which no result of "${name}" had in its latest runs`,
  unpinned_job: () => "has no version: it executes what is in force when it begins",
  not_key_expression: () =>
    'must be a path into the arguments such as "args.customer", or a text with such paths in braces such as "{args.region}/{args.customer}"',
  executor_address_rule: () =>
    "must be an address such as http://10.1.0.5:9999/, without a password and not of the link alone (169.254.0.0/16, fe80::/10)",
  executor_key_rule: () =>
    "must be an Ed25519 public key in PEM, which begins with -----BEGIN PUBLIC KEY-----, or the base64 within",
  executor_keys_full: ({ max }) =>
    `must be one of at most ${max}: remove a key that is not used any more first`,
  neither_cron_nor_interval: () => "must be given, unless everyMs is",
  schedule_name_rule: ({ max }) =>
    `must be 1 to ${max} letters, digits, _ or - and start with a letter or digit`,
  calendar_key_rule: () =>
    "must be 1 to 64 letters (A to Z), digits, _ . or - and start with a letter or digit",
  not_time_of_day: () => "must be a time of day such as 06:00",
  not_a_date: () => "must be a day such as 2026-02-14",
  needs_daily_time: () =>
    "must be skip: a fire is moved to another day only where cron has one time a day; make a schedule of each time",
  no_such_calendar: ({ key }) => `must be the key of a calendar, which "${key}" is not`,
  calendar_cycle: ({ path }) => `must not extend itself: ${path.join(" → ")}`,
  calendar_too_deep: ({ max }) => `must extend at most ${max} calendars one after another`,
  calendars_full: ({ max }) =>
    `must be one of at most ${max} calendars: remove one that is not used any more first`,
  too_many_days: ({ max, count }) =>
    `must leave at most ${max} days in all calendars together, which would be ${count}`,
  calendar_taken: () => "must be the key of no other calendar",
  days_backwards: () => "must not be before coveredFrom",
  label_name_rule: () =>
    "must be a name of 1 to 63 letters (A to Z), digits, _ / or - that starts with a letter",
  label_rule: () => "must be a label as name=value",
  idempotency_key_rule: ({ max }) => `must be 1 to ${max} visible ASCII characters`,
  principal_rule: () => "must be 1 to 128 characters without control characters",
  entity_tags_rule: () => 'must be entity tags such as "3", or *',
  work_kind: ({ kinds }) => `must be an object whose kind is one of ${kinds.join(", ")}`,
  no_runner: ({ app, kinds, node, needs }) =>
    `${
      node === undefined
        ? `must be a kind that a worker of app "${app}" runs: ${kinds.join(", ")}`
        : `must be a node whose work a worker of app "${app}" runs: "${node}" needs ${needs ?? ""}, and they run ${kinds.join(", ")}`
    }. MOJOB_SCRIPTS, MOJOB_COMMANDS, MOJOB_HTTP_JOBS, MOJOB_NOTICE_JOBS, MOJOB_SQL_JOBS, MOJOB_FILE_JOBS, MOJOB_TRANSFER_JOBS and MOJOB_XXL of a worker switch on others`,
  no_such_executors: ({ appName, values }) =>
    `must be one of ${values.join(", ")}: MOJOB_XXL of no worker has the AppName ${appName}`,
  program_missing: () => "must name a program",
  bound_value_rule: () =>
    'must be a text, a number, true, false, null, or { "arg": "/name" }: a JSON pointer into the arguments of the run',
  secret_name_rule: () => "must be 1 to 64 letters, digits and underscores, and must not begin with a digit",
  secret_in_url: () => "must not refer to secrets: addresses are logged on the way; use a header or the body",
  secret_too_short: ({ min }) =>
    `must have at least ${min} characters: a shorter value cannot be hidden in logs`,
  other_app: ({ app }) => `must be "${app}"`,
  schema_of_code: () => "must be left out: the code of a job declares what it takes",
  args_of_recurring: () => "must be left out for a recurring job",
  no_such_job: () => "must be the key of a job",
  child_cycle: ({ path }) => `must not start a job again by its own end: ${path.join(" → ")}`,
  ids_or_filter: () => "must be given, or a filter",
  no_condition: () => "must name at least one condition",
  condition_or_all: ({ names }) => `must name at least one of ${names.join(", ")}, or have all: true`,
  stale_cursor: () => "must be the cursor of the page before",
  unserved_tenant: () => "must be a tenant that this process serves",
  tenant_taken: () => "must be a tenant that is not served already",
  not_repeated: () => "must be the name of the tenant once more",
  quota_rule: () => 'must be a whole number from 0, null for no limit, or "default"',
  fixed_tenant: () => "must be a tenant that was added while the process ran",
  bad_schema: ({ why }) => `must be a schema that can be applied: ${why}`,
  custom: ({ text }) => text,

  json_too_deep: ({ max }) => `is nested deeper than ${max} levels`,
  json_too_large: ({ max }) => `is beyond the ${max} values and keys that are accepted`,
  json_long_name: ({ max }) => `has a name of more than ${max} characters`,
  json_reserved_name: () => "is a reserved name",
  json_same_name: () => "is there twice",
  json_half_surrogate: () => "has half of a surrogate pair",
  json_nul_in_name: () => "has a NUL character in its name",
  json_number_too_large: () => "is a number too large to be held",
  json_number_not_exact: () => "is a whole number beyond 2^53 - 1; send it as text",
  json_not_finite: () => "is not a finite number",
  json_cannot_hold: ({ type }) => `is a ${type}, which JSON cannot hold`,

  wrong_type: ({ types }) => `must be of type ${types.join(" or ")}`,
  missing_member: ({ name }) => `must have the member "${name}"`,
  not_allowed: () => "is not allowed here",
  not_a_value: ({ values }) => `must be ${values.join(" or ")}`,
  pattern: ({ pattern }) => `must match the pattern "${pattern}"`,
  format: ({ format }) => `must have the format "${format}"`,
  pattern_and_format: ({ pattern, format }) =>
    `must match the pattern "${pattern}" and have the format "${format}"`,
  not_above: ({ min }) => `must be more than ${min}`,
  not_below: ({ max }) => `must be less than ${max}`,
  not_multiple: ({ of }) => `must be a multiple of ${of}`,
  not_unique: () => "must not have an item twice",
  keyword: ({ text }) => text,

  cron_too_long: at(({ max }) => `the expression is too long; write at most ${max} characters`),
  cron_empty: at(
    () => "the expression is empty; write 5 to 7 fields, seconds first, or a macro such as @daily",
  ),
  cron_extra_field: at(
    ({ found }) => `"${found}" is field 8; write 5 to 7 fields: seconds first, the year last`,
  ),
  cron_time_zone: at(
    ({ zone }) => `"${zone}" is a time zone, which is an option of its own; write it as timeZone`,
  ),
  cron_few_fields: at(
    ({ count }) =>
      `the expression ends after ${count === 1 ? "1 field" : `${count} fields`}; write 5 to 7, seconds first`,
  ),
  cron_no_macro: at(({ found, macros }) => `"${found}" is no macro; write ${macros.join(", ")}`),
  cron_after_macro: at(({ macro }) => `nothing may follow ${macro}`),
  cron_long_list: at(({ max }) => `the list is too long; write at most ${max} items`),
  cron_missing_value: at((value) => `a value is missing; write ${valuesOf(value)}`),
  cron_missing_item: at((value) => `a value is missing; write ${valuesOf(value)} between the commas`),
  cron_wrong_value: at((value) => `"${value.found}" is no ${value.field}; write ${valuesOf(value)}`),
  cron_two_steps: at(() => 'a second "/" follows a step; write one'),
  cron_wrong_step: at(
    ({ found, field, max }) => `the step "${found}" does not fit the ${field} field; write 1 to ${max}`,
  ),
  cron_any_day_only: at(({ field }) => `"?" stands for any day only; write "*" in the ${field} field`),
  cron_no_step: at(({ found }) => `"${found}" takes no step`),
  cron_wrong_hash: at(({ found }) => `"${found}" is no hash; write H, H(from-to) or H/step`),
  cron_hash_needs_key: at(() => '"H" needs a job key to be hashed from; write a value'),
  cron_nth_elsewhere: at(() => '"#" belongs in the day of week field, as in 5#2'),
  cron_wrong_nth: at(({ found }) => `"${found}" is no week of a month; write 1 to 5 after "#"`),
  cron_last_of_weekday: at(() => '"L" alone is no day of the week; write a weekday before it, as in 5L'),
  cron_wrong_last: at(
    ({ found }) =>
      `"${found}" is no day of the month; write L for the last one, or L-1 to L-30 for days before it`,
  ),
  cron_wrong_workday: at(
    ({ found }) => `"${found}" is no workday; write a day of month before "W", as in 15W, or LW`,
  ),
  cron_two_ranges: at(() => 'a second "-" follows a range; write one'),
  cron_backwards: at(
    ({ found }) => `the range "${found}" runs backwards; write the smaller value first, or two ranges`,
  ),
  cron_both_days: at(() => 'Quartz takes one of the two day fields; write "?" in the other'),
  cron_weekday_unclear: at(
    ({ found, standard, quartz }) =>
      `the weekdays "${found}" are ${standard} in crontab and ${quartz} in Quartz and XXL-JOB; write these names, or state cronDialect: "standard" or "quartz"`,
  ),
  cron_no_such_day: at(({ max }) => `no month of this expression has such a day; write 1 to ${max}`),
  cron_unreadable: at(({ found }) => `"${found}" cannot be read`),
};

export const ISSUE_CODES: readonly IssueCode[] = Object.keys(ISSUES_EN) as IssueCode[];

/** The same sentence for each mistake of a cron expression, behind where it is. */
function at<Parameters extends CronPlace>(
  sentence: (parameters: Parameters) => string,
): (parameters: Parameters) => string {
  return (parameters) => `At character ${parameters.position}: ${sentence(parameters)}`;
}

function valuesOf({ min, max, names }: CronValue): string {
  return `${min} to ${max}${names.length > 0 ? ` or ${names[0]} to ${names.at(-1)}` : ""}`;
}
