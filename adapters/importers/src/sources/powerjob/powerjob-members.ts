import { carried, lost, type Members, members, required, UNUSED, TOLD } from "../members.ts";

/** The fields of a workflow. */
export const WORKFLOW_FIELDS: Members = members(
  ["id", required("labels.import")],
  ["wfName", carried("name")],
  ["wfDescription", carried("description")],
  ["pEWorkflowDAG peworkflowDAG peDAG", required("work.nodes")],
  ["timeExpressionType timeExpression", carried("cron")],
  ["lifeCycle", carried("startTime, endTime")],
  ["maxWfInstanceNum", carried("maxConcurrency")],
  ["enable", TOLD],
  ["notifyUserIds extra", lost()],
  ["appId status nextTriggerTime nextTriggerTimeStr gmtCreate gmtModified", UNUSED],
);

/** The fields of a job that a node executes. Its own schedule is not that of the workflow. */
export const JOB_FIELDS: Members = members(
  ["processorType processorInfo", carried("work")],
  ["jobParams", carried("params")],
  ["executeType", carried("work")],
  ["instanceRetryNum taskRetryNum", carried("retry")],
  ["instanceTimeLimit", carried("timeoutMs")],
  ["id jobName", carried("title")],
  ["maxInstanceNum minCpuCores minMemorySpace minDiskSpace maxWorkerCount", lost(0)],
  ["designatedWorkers notifyUserIds dispatchStrategyConfig tag extra", lost()],
  ["dispatchStrategy", lost("HEALTH_FIRST")],
  [
    "jobDescription appId timeExpressionType timeExpression lifeCycle concurrency enable status nextTriggerTime nextTriggerTimeStr " +
      "gmtCreate gmtModified alarmConfig logConfig advancedRuntimeConfig",
    UNUSED,
  ],
);
