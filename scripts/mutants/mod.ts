import { ALARM_MUTANTS } from "./alarms.ts";
import { CORE_MUTANTS } from "./core.ts";
import { DECIDING_MUTANTS } from "./deciding.ts";
import { DOORS_MUTANTS } from "./doors.ts";
import { MODEL_MUTANTS } from "./model.ts";
import { FILE_MUTANTS } from "./files.ts";
import { EXPLANATION_MUTANTS } from "./explanations.ts";
import { GATE_MUTANTS } from "./gates.ts";
import type { Mutant } from "./mutant.ts";
import { PEOPLE_MUTANTS } from "./people.ts";
import { RUNNING_MUTANTS } from "./running.ts";
import { RUNTIMES_MUTANTS } from "./runtimes.ts";
import { STORES_MUTANTS } from "./stores.ts";
import { PROMISE_MUTANTS } from "./options-of-nodes.ts";
import { TASK_MUTANTS } from "./task.ts";
import { TENANT_MUTANTS } from "./tenants.ts";
import { WORK_MUTANTS } from "./work.ts";

export type { Mutant } from "./mutant.ts";

/** What the promises of docs/reliability.md rest on. */
export const MUTANTS: readonly Mutant[] = [
  ...MODEL_MUTANTS,
  ...EXPLANATION_MUTANTS,
  ...ALARM_MUTANTS,
  ...FILE_MUTANTS,
  ...GATE_MUTANTS,
  ...RUNNING_MUTANTS,
  ...DECIDING_MUTANTS,
  ...CORE_MUTANTS,
  ...STORES_MUTANTS,
  ...TASK_MUTANTS,
  ...PROMISE_MUTANTS,
  ...WORK_MUTANTS,
  ...DOORS_MUTANTS,
  ...TENANT_MUTANTS,
  ...PEOPLE_MUTANTS,
  ...RUNTIMES_MUTANTS,
];
