export const PLANES = ["plane-0", "plane-1"] as const;
export const WORKERS = ["worker-0", "worker-1"] as const;
export type PlaneName = (typeof PLANES)[number];
export type WorkerName = (typeof WORKERS)[number];
export type ProcessName = PlaneName | WorkerName;

/** The processes of a world. */
export const PROCESSES: readonly ProcessName[] = [...PLANES, ...WORKERS];
