import { Permission } from "@mojob/core";
import { type Feature, LoopTurns, type TaskView } from "@mojob/core/engine";
import {
  NotedWithin,
  type Rules,
  RUN_VIEW,
  type ServiceParts,
  type TaskMoment,
  type TaskService,
  viewOf,
} from "@mojob/core/feature";
import { OwnJobs } from "./definition/own-jobs.ts";
import { TASK_KIND } from "./definition/task-kind.ts";
import { TaskPlans } from "./definition/task-plans.ts";
import { TaskDriver } from "./driver/task-driver.ts";
import { hideTask } from "./service/hide-task.ts";
import { createTaskService } from "./service/create-task-service.ts";

export { TASK_BODY_SCHEMA } from "./body/task-body-schema.ts";
export { namesIn } from "./decide/owed.ts";
export { validateTask } from "./plan/validate-task.ts";

const RULES: Rules<TaskService> = {
  validate: Permission.ReadJobs,
  findNodes: Permission.ReadJobs,
  simulate: Permission.ReadJobs,
  evaluate: { always: [Permission.ReadRuns, Permission.ReadPayloads] },
  inbox: Permission.ReadRuns,
  inboxCount: Permission.ReadRuns,
  get: Permission.ReadRuns,
  at: Permission.ReadRuns,
  log: { always: [Permission.ReadRuns, Permission.ReadPayloads] },
  history: Permission.ReadRuns,
  lines: { always: [Permission.ReadRuns, Permission.ReadPayloads] },
  operate: {
    always: [Permission.OperateRuns],
    // It says which value there was.
    sometimes: { [Permission.ReadPayloads]: ([, request]) => request.type === "edit" },
  },
  // It says which value there was.
  editValue: { always: [Permission.OperateRuns, Permission.ReadPayloads] },
  previewRerun: Permission.ReadRuns,
  rerun: { always: [Permission.RerunRuns], within: [Permission.OverrideRuns] },
};

const task = viewOf<TaskView>(({ run: { app } }) => app, hideTask);
const moment = viewOf<TaskMoment>(({ run: { app } }) => app, hideTask);

/** This feature has made it. */
function driverOf({ tasks }: ServiceParts): TaskDriver {
  if (tasks instanceof TaskDriver) return tasks;
  throw new TypeError("The services of tasks want the host of tasks that came with them");
}

/** Shows tasks, graphs of jobs, and has them do what people ask. */
export const TASKS: Feature = {
  name: "tasks",
  workKinds: [TASK_KIND],
  tasks: ({ tenant, store, clock }) => {
    const plans = new TaskPlans(store.scripts, LoopTurns.of(clock, tenant));
    return {
      ownJobs: new OwnJobs(plans),
      host: (parts) => new TaskDriver({ ...parts, plans }),
    };
  },
  services: {
    tasks: {
      rules: RULES,
      acts: { operate: NotedWithin.Step, editValue: NotedWithin.Step, rerun: NotedWithin.Each },
      views: { get: task, at: moment, operate: task, rerun: RUN_VIEW },
      create: (parts) => createTaskService({ ...parts, tasks: driverOf(parts) }),
    },
  },
};
