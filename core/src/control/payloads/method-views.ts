import type { JobInstance, JobInstanceSummary } from "../../model/instance/job-instance.ts";
import type { Page } from "../../ports/page.ts";
import type { TaskMoment, TaskView } from "../../scheduler/task-service.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import type { IsHidden, MethodView } from "../access/method-view.ts";
import type { AnyMethod, MethodName, ServiceName } from "../access/method-rule.ts";
import { hideFailure, hideIncident } from "./hide-incident.ts";
import { hideAct, hideDetail, hideJob } from "./hide-job.ts";
import { hideRun, hideSummary } from "./hide-run.ts";
import { hideTask } from "./hide-task.ts";

type Views<Service> = {
  readonly [Name in MethodName<Service>]?: MethodView<Awaited<ReturnType<Extract<Service[Name], AnyMethod>>>>;
};

/** A view of one object of an app. */
function viewOf<Item>(
  appOf: (item: Item) => string | null,
  hide: (item: Item) => Item,
): (item: Item, isHidden: IsHidden) => Item {
  return (item, isHidden) => (isHidden(appOf(item)) ? hide(item) : item);
}

function each<Item>(view: MethodView<Item>): MethodView<readonly Item[]> {
  return (items, isHidden) => items.map((item) => view(item, isHidden));
}

function paged<Item>(view: MethodView<Item>): MethodView<Page<Item>> {
  return (page, isHidden) => ({ ...page, items: page.items.map((item) => view(item, isHidden)) });
}

const run = viewOf<JobInstance>(({ app }) => app, hideRun);
const summary = viewOf<JobInstanceSummary>(({ app }) => app, hideSummary);
const job = viewOf<Parameters<typeof hideDetail>[0]>(({ definition: { app } }) => app, hideDetail);

const JOBS: Views<MoJobScheduler["jobs"]> = {
  list: paged(viewOf(({ definition: { app } }) => app, hideJob)),
  get: job,
  create: job,
  copy: job,
  update: job,
  pause: job,
  resume: job,
};

const INSTANCES: Views<MoJobScheduler["instances"]> = {
  trigger: run,
  triggerMany: (results, isHidden) =>
    results.map((one) => (one.instance === undefined ? one : { instance: run(one.instance, isHidden) })),
  tryWork: run,
  list: paged(summary),
  recentByJob: (recent, isHidden) =>
    new Map([...recent].map(([key, runs]) => [key, runs.map((one) => summary(one, isHidden))])),
  get: run,
  children: each(run),
  cancel: run,
  release: run,
  rerun: run,
  failures: (failures, isHidden) => ({
    ...failures,
    groups: failures.groups.map((group) => {
      // One cause can have runs of several apps, and those of only some of its jobs are listed.
      const isOfHidden = group.jobCount > group.jobs.length || group.jobs.some(({ app }) => isHidden(app));
      return isOfHidden ? hideFailure(group) : group;
    }),
  }),
};

const incident = viewOf<Parameters<typeof hideIncident>[0]>(({ app }) => app, hideIncident);
const task = viewOf<TaskView>(({ run: { app } }) => app, hideTask);
const moment = viewOf<TaskMoment>(({ run: { app } }) => app, hideTask);

/**
 * What methods resolve to that has payloads, for those who may not read them. Explanations and versions of scripts do not say whose they
 * are, so that their services take payloads out.
 */
export const METHOD_VIEWS: { readonly [Name in ServiceName]?: Views<MoJobScheduler[Name]> } & {
  readonly own: Views<MoJobScheduler>;
} = {
  jobs: JOBS,
  instances: INSTANCES,
  queue: {
    list: (queue, isHidden) => ({
      ...queue,
      items: queue.items.map((one) => ({ ...one, run: run(one.run, isHidden) })),
    }),
    prioritize: run,
    runNext: run,
  },
  history: { list: paged(viewOf(({ app }) => app, hideAct)) },
  audit: { list: paged(viewOf(({ app }) => app ?? "", hideAct)) },
  incidents: {
    list: paged(incident),
    get: incident,
    acknowledge: incident,
    assign: incident,
    snooze: incident,
    note: incident,
    resolve: incident,
  },
  tasks: { get: task, at: moment, operate: task, rerun: run },
  own: { ended: run },
};
