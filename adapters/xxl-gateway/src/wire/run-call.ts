import type { JsonObject, JsonValue } from "@mojob/core/ports";
import { BlockStrategy, GlueType, type XxlWork } from "../work/xxl-work.ts";

/** The fields of a `run` call. */
export interface RunCall {
  readonly jobId: number;
  readonly logId: number;
  /** When the run was sent: Java executors keep its log under this day. */
  readonly sentAtMs: number;
  readonly work: XxlWork;
  /** Changes with the text of the job, and with nothing else: an executor reads a text again where this number is another one. */
  readonly glueVersion: number;
  readonly args: JsonValue;
  readonly timeoutMs: number;
  readonly shard: { readonly index: number; readonly total: number };
}

/** Beyond this an executor counts in another way than this scheduler; it is some decades. */
const LONGEST_TIMEOUT_S = 2 ** 31 - 1;
/** The executor's own timeout is for a time in which nobody here watches the run. */
const TIMEOUT_SLACK_S = 10;

/** The body of a `run` call. Nothing in it is null: older Java executors fail on a null. */
export function runCallBody(call: RunCall): JsonObject {
  const { jobId, logId, sentAtMs, work, glueVersion, args, timeoutMs, shard } = call;
  return {
    jobId,
    executorHandler: work.handler,
    executorParams: paramsOf(args),
    executorBlockStrategy: work.blockStrategy ?? BlockStrategy.Serial,
    executorTimeout: Math.min(Math.ceil(timeoutMs / 1000) + TIMEOUT_SLACK_S, LONGEST_TIMEOUT_S),
    logId,
    logDateTime: sentAtMs,
    glueType: work.glueType ?? GlueType.Bean,
    glueSource: work.glueSource ?? "",
    glueUpdatetime: glueVersion,
    broadcastIndex: shard.index,
    broadcastTotal: shard.total,
  };
}

/** XXL-JOB's parameters are one text: a text goes as it is, none as an empty one, anything else as JSON. */
function paramsOf(args: JsonValue): string {
  if (args === null) return "";
  return typeof args === "string" ? args : JSON.stringify(args);
}
