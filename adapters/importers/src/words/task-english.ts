/** Findings of workflows in English. */
export const TASK_ENGLISH = {
  workflow_unreadable: "It has no processDefinition with a code, or no taskDefinitionList",
  dag_unreadable: "It is no serialized DAG with tasks",
  dag_version: "The serialization has version {found}: 1 to 3 are read",
  powerjob_unreadable: "It has no id, or no pEWorkflowDAG with nodes",
  powerjob_unfilled: "Its nodes name no jobs: give what /workflow/fetch returns, not /workflow/list",
  powerjob_twice: "The workflow {found} is there twice: the first is read",
  unfinished: "The job is made disabled: change what is said below, then enable it",
  task_refused: "The graph cannot be saved: {reason}",
  shell_bash: "Its scripts run in bash where the worker's machine has it, otherwise in sh",
  node_type:
    "{node} is of type {type}, which has no counterpart: declare code under the key {handler}; it gets what the source says as arguments",
  node_handler: "{node}: declare its code under the key {handler}",
  node_which: "{node}: its code returns the id of the task that follows, as one text",
  node_skips_further:
    "{node}: {from} skipped it, too, where it says no, although its rule is {found}; here it begins by what else it follows. Give it {from} as a condition",
  node_whether: "{node}: its code returns true, or false where nothing is to follow",
  node_field_ignored: "{node}: {field} = {found} is not carried over",
  node_waits:
    "{node} waited for {found}: here it waits for the signal {signal}, which a person or a program sends to the run",
  node_awaits: "{node} only started {found}: here it waits for its end",
  node_condition:
    "{node}: the condition {found} cannot be translated: write that of the branch {branch}, which is never taken until then",
  node_not_chosen:
    "{node} follows {found}, which no branch leads from to it: it runs where no other branch is taken",
  node_template: "{node}: {found} was filled in there; here it stays as it is",
  node_quoted:
    "{node}: {found} stands in single quotes, within which a shell fills in nothing: use double quotes",
  node_disabled: "{node} was switched off: it is skipped, and what followed it follows what is before it",
  node_off: "{node} was switched off: it is a wait of 0 ms, and what follows it goes on",
  node_spread: "{node} ran as {found} on several workers or in parts: here it runs once, on one",
  node_job_missing:
    "{node} executes the job {found}, which is not in the source: it is code under the key {handler} until you state its work",
  node_download: "{node} fetched its script from {found} when it ran: put its text there",
  context_shared:
    "Its processors shared a context: here each node has a result, which those after it take as a parameter",
  full_failed: "A run beyond {found} at a time failed there: here it is skipped",
  node_rule: "{node}: the rule {found} has no counterpart: it begins when all before it have succeeded",
  node_rule_differs:
    "{node}: by the rule {found} it also ran where all before it were skipped; here it is skipped then",
  node_address: "{node}: its address is in the connection {found}, which is not in the source: replace {url}",
  node_connection:
    "{node}: its database is not in the source: name it {found} in MOJOB_SQL_JOBS of a worker, or state another connection",
  node_statements: "{node} executes several statements: here a job has one, so make a node of each",
  node_places: "{node}: the places of its values are {found}: PostgreSQL has $1, other databases have ?",
  node_task_missing:
    "{node} executes the workflow {found}, which is not in the source: import it too, or state its key",
  node_mapped: "{node}: the items {found} cannot be translated: it runs once",
  node_no_runner:
    "{node} needs a worker of app {app} that runs {kind} work: none is online, and its run waits until one is",
  param_computed:
    "{name} was computed by DolphinScheduler: it is a parameter of the task, which each run has to be given",
  edge_unknown: "{found} is named by an edge and is not in the source: the edge is left out",
  group_flat: "The tasks of group {found} stand in the graph by themselves",
  timetable_unknown: "The timetable {found} cannot be carried over: the job is made without a schedule",
  within_refused: "It executes {found}, which cannot be imported: until it is there, that node fails",
} as const;
