import { carried, lost, type Members, members, required, TOLD, UNUSED } from "../members.ts";

/** The fields of a workflow's definition. */
export const DEFINITION_FIELDS: Members = members(
  ["code", required("labels.import")],
  ["name", carried("name")],
  ["description", carried("description")],
  ["userName", carried("owner")],
  ["globalParams globalParamList", carried("params")],
  ["executionType", carried("maxConcurrency, whenFull")],
  ["releaseState", TOLD],
  ["timeout", TOLD],
  ["tenantCode", lost("default")],
  ["warningGroupId", lost(0, -1)],
  [
    "id version projectCode projectName globalParamMap createTime updateTime flag userId locations scheduleReleaseState schedule tenantId " +
      "modifyBy operator operateTime",
    UNUSED,
  ],
);

/** The fields of a workflow's schedule. */
export const SCHEDULE_FIELDS: Members = members(
  ["crontab", carried("cron")],
  ["timezoneId", carried("timeZone")],
  ["startTime", carried("startTime")],
  ["endTime", carried("endTime")],
  ["releaseState", TOLD],
  ["failureStrategy", carried("onFailure")],
  ["processInstancePriority workflowInstancePriority", carried("priority")],
  ["warningType", lost("NONE")],
  ["workerGroup tenantCode", lost("default")],
  ["environmentCode", lost(-1, "-1", 0)],
  [
    "id processDefinitionCode processDefinitionName workflowDefinitionCode workflowDefinitionName projectName definitionDescription " +
      "createTime updateTime userId userName warningGroupId environmentName",
    UNUSED,
  ],
);

/** The fields of a task's definition. */
export const TASK_FIELDS: Members = members(
  ["code name", carried("title")],
  ["taskType taskParams", carried("work")],
  ["flag", carried("skipWhen")],
  ["taskPriority", carried("priority")],
  ["failRetryTimes failRetryInterval", carried("retry")],
  ["timeoutFlag timeout timeoutNotifyStrategy", carried("timeoutMs")],
  ["delayTime", carried("wait")],
  ["workerGroup", lost("default")],
  ["environmentCode", lost(-1, "-1", 0)],
  ["taskGroupId", lost(0, -1, "0")],
  ["cpuQuota memoryMax", lost(-1, "-1")],
  ["taskExecuteType", lost("BATCH")],
  ["isCache", lost("NO")],
  ["resourceIds", lost()],
  [
    "id version description projectCode projectName userId userName taskParamList taskParamMap dependence mainJar taskGroupPriority createTime " +
      "updateTime modifyBy operator operateTime",
    UNUSED,
  ],
);
