import { type ErrorRow, error } from "./error-row.ts";

/** Of incidents and the rules that open them. */
export const ALARM_ERRORS: Readonly<Record<string, ErrorRow>> = {
  incident_not_found: error(
    16,
    1,
    {
      means: "No incident has this id, or none that the caller may see",
      advice: "Read the list of incidents again",
    },
    { means: "告警事件不存在或无权查看", advice: "重新读取告警列表" },
  ),
  incident_resolved: error(
    16,
    2,
    { means: "The incident is resolved already", advice: "Read it again; what comes back opens another one" },
    { means: "告警事件已恢复", advice: "重新读取；再次发生时会产生新的告警" },
  ),
  silence_not_found: error(
    16,
    3,
    { means: "No silence has this id, or it is over", advice: "Read the list of silences again" },
    { means: "屏蔽规则不存在或已结束", advice: "重新读取屏蔽列表" },
  ),
  heartbeat_not_found: error(
    16,
    4,
    { means: "No heartbeat has this address", advice: "Take the address from the list of heartbeats" },
    { means: "没有使用此地址的心跳", advice: "从心跳列表中复制地址" },
  ),
};
