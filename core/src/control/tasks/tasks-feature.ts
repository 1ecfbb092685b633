import { Permission } from "../../access/permission.ts";
import type { TaskMoment, TaskService, TaskView } from "../../scheduler/task-service.ts";
import type { Rules } from "../access/method-rule.ts";
import type { Feature } from "../engine.ts";
import { hideTask } from "../payloads/hide-task.ts";
import { RUN_VIEW, viewOf } from "../payloads/views.ts";
import { createTaskService } from "./create-task-service.ts";

const RULES: Rules<TaskService> = {
  validate: Permission.ReadJobs,
  inbox: Permission.ReadRuns,
  inboxCount: Permission.ReadRuns,
  get: Permission.ReadRuns,
  at: Permission.ReadRuns,
  log: { always: [Permission.ReadRuns, Permission.ReadPayloads] },
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

/** Shows tasks, graphs of jobs, and has them do what people ask. */
export const TASKS: Feature = {
  name: "tasks",
  services: {
    tasks: {
      rules: RULES,
      views: { get: task, at: moment, operate: task, rerun: RUN_VIEW },
      create: createTaskService,
    },
  },
};
