import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import type { Views } from "../access/method-view.ts";
import { hideFailure } from "./hide-incident.ts";
import { hideAct, hideDefinition, hideDetail, hideJob } from "./hide-job.ts";
import { each, paged, RUN_VIEW as run, SUMMARY_VIEW as summary, viewOf } from "./views.ts";

type Definition = Awaited<ReturnType<MoJobScheduler["jobs"]["check"]>>;

const job = viewOf<Parameters<typeof hideDetail>[0]>(({ definition: { app } }) => app, hideDetail);

export const JOB_VIEWS: Views<MoJobScheduler["jobs"]> = {
  list: paged(viewOf(({ definition: { app } }) => app, hideJob)),
  get: job,
  check: viewOf<Definition>(({ app }) => app, hideDefinition),
  create: job,
  copy: job,
  update: job,
  pause: job,
  resume: job,
};

export const INSTANCE_VIEWS: Views<MoJobScheduler["instances"]> = {
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

export const QUEUE_VIEWS: Views<MoJobScheduler["queue"]> = {
  list: (queue, isHidden) => ({
    ...queue,
    items: queue.items.map((one) => ({ ...one, run: run(one.run, isHidden) })),
  }),
  prioritize: run,
  runNext: run,
};

export const HISTORY_VIEWS: Views<MoJobScheduler["history"]> = {
  list: paged(viewOf(({ app }) => app, hideAct)),
};

export const AUDIT_VIEWS: Views<MoJobScheduler["audit"]> = {
  list: paged(viewOf(({ app }) => app ?? "", hideAct)),
};

/** The views of the scheduler's own methods. */
export const OWN_VIEWS: Views<MoJobScheduler> = { ended: run };
