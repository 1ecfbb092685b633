import type { OperationId } from "../api/call-api.ts";

/** The topics of the event stream. */
export const LiveTopic = { Instances: "instances", Jobs: "jobs", Workers: "workers" } as const;
export type LiveTopic = (typeof LiveTopic)[keyof typeof LiveTopic];

export const LIVE_TOPICS: readonly LiveTopic[] = Object.values(LiveTopic);

/** Which reads an event makes out of date. One that is missing here is not live. */
export const READS_OF_TOPIC: Readonly<Record<LiveTopic, readonly OperationId[]>> = {
  instances: [
    "listJobs",
    "getJob",
    "listRecentBars",
    "listInstances",
    "countInstances",
    "listFailures",
    "readInbox",
    "countInbox",
    "listHistory",
    "listAudit",
    "listOperations",
    "getOperation",
    "listJobInstances",
    "listQueue",
    "listBackfills",
    "previewBackfill",
    "getTimeline",
    "getInstance",
    "explainInstance",
    "explainJob",
    "listInstanceChildren",
    "listInstanceLogs",
    "getInstanceFolder",
    "listInstanceFolderJobs",
    "getTask",
    "listTaskFacts",
    "getTaskHistory",
    "getOverview",
    "listCompletions",
    "listAttention",
    "listIncidents",
  ],
  jobs: [
    "listJobs",
    "getJob",
    "listScriptVersions",
    "listApps",
    "listHistory",
    "listAudit",
    "listOperations",
    "getOperation",
    "explainInstance",
    "explainJob",
    "listUpcomingFires",
    "getForecast",
    "getTimeline",
    "listSpreads",
    "getOverview",
    "listAttention",
  ],
  workers: ["listWorkers", "getJob", "listApps", "getOverview", "listAttention"],
};
