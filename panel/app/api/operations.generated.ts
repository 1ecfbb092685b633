// Made of /openapi.json by `npm run api --workspace panel`.

export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: "invalid_argument" | "invalid_args" | "invalid_cron" | "invalid_configuration" | "job_not_found" | "instance_not_found" | "job_disabled" | "wrong_job_kind" | "job_key_taken" | "already_terminal" | "illegal_transition" | "stale_revision" | "idempotency_mismatch" | "store_unavailable" | "runtime_unavailable" | "lock_held" | "shutting_down" | "cancelled" | "timeout" | "worker_lost" | "worker_shutdown" | "malformed_json" | "unauthorized" | "foreign_host" | "foreign_origin" | "not_found" | "method_not_allowed" | "body_too_large" | "unsupported_media_type" | "precondition_required" | "too_many_streams" | "internal_error";
  readonly errors?: readonly ({
    readonly pointer?: string | undefined;
    readonly parameter?: string | undefined;
    readonly position?: number | undefined;
    readonly message: string;
  })[] | undefined;
  readonly instance?: string | undefined;
  readonly revision?: number | undefined;
};

export type JobOptions = {
  readonly name: string;
  readonly description: string;
  readonly disabled: boolean;
  readonly maxConcurrency: number | null;
  readonly retryCount: number;
  readonly retryIntervalMs: number;
  readonly timeoutMs: number;
  readonly priority: number;
  readonly tags: readonly (string)[];
  readonly retention: {
    readonly maxInstances: number;
    readonly maxAgeDays: number;
  };
  readonly cron?: string | null | undefined;
  readonly timeZone?: string | undefined;
  readonly startTime?: string | null | undefined;
  readonly endTime?: string | null | undefined;
  readonly misfire?: {
    readonly policy: "fireOnce" | "skip" | "fireAll";
    readonly graceMs: number;
  } | undefined;
  readonly dst?: {
    readonly gap: "shift" | "skip";
    readonly overlap: "first" | "both";
  } | undefined;
};

export type Definition = {
  readonly key: string;
  readonly tenant: string;
  readonly app: string;
  readonly kind: "recurring" | "triggered";
  readonly revision: number;
  readonly options: JobOptions;
  readonly pause: {
    readonly at: string;
    readonly until: string | null;
    readonly note: string | null;
  } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type Job = {
  readonly key: string;
  readonly tenant: string;
  readonly app: string;
  readonly kind: "recurring" | "triggered";
  readonly revision: number;
  readonly options: JobOptions;
  readonly pause: {
    readonly at: string;
    readonly until: string | null;
    readonly note: string | null;
  } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly nextFire: string | null;
  readonly latest: InstanceEvent | null;
  readonly cronWords: string | null;
  readonly differs: readonly (string)[];
};

export type JobDetail = {
  readonly key: string;
  readonly tenant: string;
  readonly app: string;
  readonly kind: "recurring" | "triggered";
  readonly revision: number;
  readonly options: JobOptions;
  readonly pause: {
    readonly at: string;
    readonly until: string | null;
    readonly note: string | null;
  } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly nextFire: string | null;
  readonly latest: InstanceEvent | null;
  readonly cronWords: string | null;
  readonly differs: readonly (string)[];
  readonly argsSchema: Readonly<Record<string, unknown>> | null;
  readonly differsFromCode: readonly ({
    readonly field: string;
    readonly code: unknown;
    readonly stored: unknown;
  })[];
};

export type InstanceEvent = {
  readonly id: string;
  readonly tenant: string;
  readonly app: string;
  readonly jobKey: string;
  readonly kind: "recurring" | "triggered";
  readonly state: "Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped";
  readonly reason: string | null;
  readonly trigger: {
    readonly type: "cron" | "api" | "panel" | "code" | "temporal" | "rerun";
    readonly nominalTime?: string | undefined;
    readonly by?: string | undefined;
    readonly of?: string | undefined;
  };
  readonly priority: number;
  readonly scheduledFor: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly enqueuedAt: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly attempt: number;
  readonly retryCount: number;
  readonly retryAt: string | null;
  readonly worker: string | null;
  readonly cancelRequestedAt: string | null;
  readonly cancelReason: string | null;
  readonly progress: {
    readonly fraction: number;
    readonly message: string | null;
    readonly at: string;
  } | null;
  readonly missed: {
    readonly count: number;
    readonly from: string;
    readonly to: string;
  } | null;
};

export type InstanceSummary = {
  readonly id: string;
  readonly tenant: string;
  readonly app: string;
  readonly jobKey: string;
  readonly kind: "recurring" | "triggered";
  readonly state: "Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped";
  readonly reason: string | null;
  readonly trigger: {
    readonly type: "cron" | "api" | "panel" | "code" | "temporal" | "rerun";
    readonly nominalTime?: string | undefined;
    readonly by?: string | undefined;
    readonly of?: string | undefined;
  };
  readonly priority: number;
  readonly scheduledFor: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly enqueuedAt: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly attempt: number;
  readonly retryCount: number;
  readonly retryAt: string | null;
  readonly worker: string | null;
  readonly cancelRequestedAt: string | null;
  readonly cancelReason: string | null;
  readonly progress: {
    readonly fraction: number;
    readonly message: string | null;
    readonly at: string;
  } | null;
  readonly missed: {
    readonly count: number;
    readonly from: string;
    readonly to: string;
  } | null;
  readonly waitingFor: "worker" | null;
};

export type Instance = {
  readonly id: string;
  readonly tenant: string;
  readonly app: string;
  readonly jobKey: string;
  readonly kind: "recurring" | "triggered";
  readonly state: "Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped";
  readonly reason: string | null;
  readonly trigger: {
    readonly type: "cron" | "api" | "panel" | "code" | "temporal" | "rerun";
    readonly nominalTime?: string | undefined;
    readonly by?: string | undefined;
    readonly of?: string | undefined;
  };
  readonly priority: number;
  readonly scheduledFor: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly enqueuedAt: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly attempt: number;
  readonly retryCount: number;
  readonly retryAt: string | null;
  readonly worker: string | null;
  readonly cancelRequestedAt: string | null;
  readonly cancelReason: string | null;
  readonly progress: {
    readonly fraction: number;
    readonly message: string | null;
    readonly at: string;
  } | null;
  readonly missed: {
    readonly count: number;
    readonly from: string;
    readonly to: string;
  } | null;
  readonly waitingFor: "worker" | null;
  readonly args: unknown;
  readonly result: unknown;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly stack?: string | undefined;
  } | null;
  readonly history: readonly ({
    readonly at: string;
    readonly from: "Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped" | null;
    readonly to: "Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped";
    readonly attempt: number;
    readonly worker: string | null;
    readonly reason: string | null;
  })[];
};

export type Worker = {
  readonly id: string;
  readonly tenant: string;
  readonly app: string;
  readonly runtime: string;
  readonly runtimeVersion: string;
  readonly startedAt: string;
  readonly lastSeenAt: string;
  readonly running: number;
  readonly abandoned: number;
  readonly limit: number | null;
  readonly draining: boolean;
  readonly jobKeys: readonly (string)[];
};

export type Overview = {
  readonly counts: {
    readonly Scheduled: number;
    readonly Enqueued: number;
    readonly Processing: number;
    readonly Failed: number;
    readonly Succeeded: number;
    readonly Terminated: number;
    readonly Cancelled: number;
    readonly Skipped: number;
  };
  readonly jobs: {
    readonly total: number;
    readonly recurring: number;
    readonly triggered: number;
    readonly paused: number;
    readonly disabled: number;
  };
  readonly upcoming: readonly ({
    readonly jobKey: string;
    readonly name: string;
    readonly at: string;
  })[];
  readonly completions: readonly (CompletionMinute)[];
  readonly workers: number;
  readonly running: number;
};

export type CompletionMinute = {
  readonly at: string;
  readonly succeeded: number;
  readonly terminated: number;
  readonly cancelled: number;
  readonly skipped: number;
};

export type Attention = {
  readonly kind: "firing_late" | "failing" | "no_worker" | "waiting" | "missed" | "overlapped" | "paused_long" | "differs";
  readonly total: number;
  readonly jobs: readonly ({
    readonly key: string;
    readonly name: string;
    readonly count: number;
    readonly atLeast: boolean;
    readonly at: string | null;
    readonly instanceId: string | null;
  })[];
};

/** What each operation takes and answers. */
export interface Operations {
  readonly listJobs: {
    readonly path: undefined;
    readonly query: {
      readonly kind?: "recurring" | "triggered" | undefined;
      readonly search?: string | undefined;
      readonly app?: string | undefined;
      readonly tag?: string | undefined;
      readonly disabled?: boolean | undefined;
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
      readonly count?: "capped" | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (Job)[];
      readonly nextCursor: string | null;
      readonly count?: number | undefined;
    } };
  readonly getJob: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: JobDetail };
  readonly updateJob: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly name?: string | undefined;
      readonly description?: string | undefined;
      readonly disabled?: boolean | undefined;
      readonly maxConcurrency?: number | null | undefined;
      readonly retryCount?: number | undefined;
      readonly retryIntervalMs?: number | undefined;
      readonly timeoutMs?: number | undefined;
      readonly priority?: number | undefined;
      readonly tags?: readonly (string)[] | undefined;
      readonly retention?: {
        readonly maxInstances?: number | undefined;
        readonly maxAgeDays?: number | undefined;
      } | undefined;
      readonly cron?: string | null | undefined;
      readonly timeZone?: string | undefined;
      readonly startTime?: string | null | undefined;
      readonly endTime?: string | null | undefined;
      readonly misfire?: {
        readonly policy?: "fireOnce" | "skip" | "fireAll" | undefined;
        readonly graceMs?: number | undefined;
      } | undefined;
      readonly dst?: {
        readonly gap?: "shift" | "skip" | undefined;
        readonly overlap?: "first" | "both" | undefined;
      } | undefined;
    };
    readonly answer: JobDetail };
  readonly pauseJob: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly until?: string | null | undefined;
      readonly note?: string | null | undefined;
    };
    readonly answer: JobDetail };
  readonly resumeJob: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: {  };
    readonly answer: JobDetail };
  readonly listUpcomingFires: {
    readonly path: {
      readonly key: string;
    };
    readonly query: {
      readonly count?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly fires: readonly (string)[];
    } };
  readonly triggerJob: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly args?: unknown | undefined;
      readonly delayMs?: number | undefined;
      readonly runAt?: string | undefined;
      readonly manual?: boolean | undefined;
      readonly priority?: number | undefined;
    };
    readonly answer: {
      readonly instance: Instance;
    } };
  readonly listJobInstances: {
    readonly path: {
      readonly key: string;
    };
    readonly query: {
      readonly state?: readonly ("Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped")[] | undefined;
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly search?: string | undefined;
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
      readonly count?: "capped" | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (InstanceSummary)[];
      readonly nextCursor: string | null;
      readonly count?: number | undefined;
    } };
  readonly triggerJobMany: {
    readonly path: {
      readonly key: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly items: readonly ({
        readonly args?: unknown | undefined;
        readonly delayMs?: number | undefined;
        readonly runAt?: string | undefined;
        readonly idempotencyKey?: string | undefined;
      })[];
    };
    readonly answer: {
      readonly items: readonly ({
        readonly id: string;
      } | {
        readonly problem: Problem;
      })[];
    } };
  readonly previewCron: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly cron: string;
      readonly timeZone?: string | undefined;
      readonly dst?: {
        readonly gap?: "shift" | "skip" | undefined;
        readonly overlap?: "first" | "both" | undefined;
      } | undefined;
      readonly from?: string | undefined;
      readonly count?: number | undefined;
      readonly locale?: "en" | "zh_CN" | undefined;
      readonly jobKey?: string | undefined;
    };
    readonly answer: {
      readonly description: string | null;
      readonly fires: readonly (string)[];
    } };
  readonly listInstances: {
    readonly path: undefined;
    readonly query: {
      readonly jobKey?: string | undefined;
      readonly app?: string | undefined;
      readonly state?: readonly ("Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped")[] | undefined;
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly search?: string | undefined;
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
      readonly count?: "capped" | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (InstanceSummary)[];
      readonly nextCursor: string | null;
      readonly count?: number | undefined;
    } };
  readonly getInstance: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Instance };
  readonly cancelInstance: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly reason?: string | undefined;
    };
    readonly answer: {
      readonly instance: Instance;
    } };
  readonly rerunInstance: {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: {
      readonly args?: unknown | undefined;
    };
    readonly answer: {
      readonly instance: Instance;
    } };
  readonly listInstanceLogs: {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly after?: number | undefined;
      readonly limit?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly seq: number;
        readonly at: string;
        readonly attempt: number;
        readonly level: "debug" | "info" | "warn" | "error";
        readonly message: string;
      })[];
    } };
  readonly bulkInstances: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly action: "cancel" | "rerun";
      readonly ids?: readonly (string)[] | undefined;
      readonly filter?: {
        readonly jobKey?: string | undefined;
        readonly state?: readonly ("Scheduled" | "Enqueued" | "Processing" | "Failed" | "Succeeded" | "Terminated" | "Cancelled" | "Skipped")[] | undefined;
        readonly app?: string | undefined;
        readonly from?: string | undefined;
        readonly to?: string | undefined;
        readonly search?: string | undefined;
      } | undefined;
      readonly dryRun?: boolean | undefined;
      readonly reason?: string | undefined;
    };
    readonly answer: {
      readonly matched: number;
      readonly done: number;
      readonly failed: readonly ({
        readonly id: string;
        readonly problem: Problem;
      })[];
    } };
  readonly listWorkers: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (Worker)[];
    } };
  readonly checkRegistrations: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly keys: readonly (string)[];
    };
    readonly answer: {
      readonly unregistered: readonly (string)[];
    } };
  readonly registerJobs: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {
      readonly app: string;
      readonly definitions: readonly ({
        readonly key: string;
        readonly kind: "recurring" | "triggered";
        readonly options?: {
          readonly name?: string | undefined;
          readonly description?: string | undefined;
          readonly disabled?: boolean | undefined;
          readonly maxConcurrency?: number | null | undefined;
          readonly retryCount?: number | undefined;
          readonly retryIntervalMs?: number | undefined;
          readonly timeoutMs?: number | undefined;
          readonly priority?: number | undefined;
          readonly tags?: readonly (string)[] | undefined;
          readonly retention?: {
            readonly maxInstances?: number | undefined;
            readonly maxAgeDays?: number | undefined;
          } | undefined;
          readonly cron?: string | null | undefined;
          readonly timeZone?: string | undefined;
          readonly startTime?: string | null | undefined;
          readonly endTime?: string | null | undefined;
          readonly misfire?: {
            readonly policy?: "fireOnce" | "skip" | "fireAll" | undefined;
            readonly graceMs?: number | undefined;
          } | undefined;
          readonly dst?: {
            readonly gap?: "shift" | "skip" | undefined;
            readonly overlap?: "first" | "both" | undefined;
          } | undefined;
        } | undefined;
        readonly argsSchema?: Readonly<Record<string, unknown>> | null | undefined;
      })[];
    };
    readonly answer: {
      readonly results: readonly ({
        readonly key: string;
        readonly outcome: "registered" | "unchanged" | "differs" | "refused";
        readonly fields: readonly (string)[];
        readonly message: string | null;
        readonly definition: Definition | null;
      })[];
    } };
  readonly listRecentRuns: {
    readonly path: undefined;
    readonly query: {
      readonly jobKey: readonly (string)[];
      readonly limit?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly ({
        readonly jobKey: string;
        readonly runs: readonly (InstanceEvent)[];
      })[];
    } };
  readonly getOverview: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Overview };
  readonly listCompletions: {
    readonly path: undefined;
    readonly query: {
      readonly minutes?: number | undefined;
      readonly stepMinutes?: number | undefined;
    };
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (CompletionMinute)[];
    } };
  readonly listAttention: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly items: readonly (Attention)[];
    } };
  readonly getSession: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly access: "local" | "token" | "session";
      readonly app: string | null;
    } };
  readonly openSession: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {  };
    readonly answer: {
      readonly access: "local" | "token" | "session";
      readonly app: string | null;
    } };
  readonly endSession: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: {  };
    readonly answer: {  } };
  readonly streamEvents: {
    readonly path: undefined;
    readonly query: {
      readonly topics?: readonly ("instances" | "jobs" | "workers")[] | undefined;
    };
    readonly body: undefined;
    readonly answer: string };
}

/** Where each operation is found, below the root. */
export const OPERATIONS = {
  listJobs: { method: "GET", path: "api/v1/jobs" },
  getJob: { method: "GET", path: "api/v1/jobs/{key}" },
  updateJob: { method: "PATCH", path: "api/v1/jobs/{key}" },
  pauseJob: { method: "POST", path: "api/v1/jobs/{key}/pause" },
  resumeJob: { method: "POST", path: "api/v1/jobs/{key}/resume" },
  listUpcomingFires: { method: "GET", path: "api/v1/jobs/{key}/upcoming" },
  triggerJob: { method: "POST", path: "api/v1/jobs/{key}/instances" },
  listJobInstances: { method: "GET", path: "api/v1/jobs/{key}/instances" },
  triggerJobMany: { method: "POST", path: "api/v1/jobs/{key}/instances/batch" },
  previewCron: { method: "POST", path: "api/v1/cron/preview" },
  listInstances: { method: "GET", path: "api/v1/instances" },
  getInstance: { method: "GET", path: "api/v1/instances/{id}" },
  cancelInstance: { method: "POST", path: "api/v1/instances/{id}/cancel" },
  rerunInstance: { method: "POST", path: "api/v1/instances/{id}/rerun" },
  listInstanceLogs: { method: "GET", path: "api/v1/instances/{id}/logs" },
  bulkInstances: { method: "POST", path: "api/v1/instances/bulk" },
  listWorkers: { method: "GET", path: "api/v1/workers" },
  checkRegistrations: { method: "POST", path: "api/v1/registrations/check" },
  registerJobs: { method: "POST", path: "api/v1/registrations" },
  listRecentRuns: { method: "GET", path: "api/v1/recent-runs" },
  getOverview: { method: "GET", path: "api/v1/overview" },
  listCompletions: { method: "GET", path: "api/v1/completions" },
  listAttention: { method: "GET", path: "api/v1/attention" },
  getSession: { method: "GET", path: "api/v1/session" },
  openSession: { method: "POST", path: "api/v1/session" },
  endSession: { method: "POST", path: "api/v1/session/end" },
  streamEvents: { method: "GET", path: "api/v1/events" },
} as const satisfies Readonly<Record<keyof Operations, { readonly method: string; readonly path: string }>>;
