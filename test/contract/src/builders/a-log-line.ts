import type { JobInstance, JobLogLine } from "@mojob/core/ports";
import { instant } from "./instant.ts";

/** The line with this number of this run. */
export function aLogLine(instance: JobInstance, seq: number, message = `Line ${seq}`): JobLogLine {
  const { tenant, id: instanceId } = instance;
  return { tenant, instanceId, seq, at: instant(seq), attempt: 1, level: "info", message };
}
