import { error, type CodeRow } from "../code-row.ts";

/** Of incidents and the rules that open them. */
export const ALARM_CODES = {
  incident_not_found: error(16, 1, {
    error: [404, "Incident not found", "告警不存在"],
    detail: "告警不存在，或已超过保留期。",
    means: ["No incident has this id, or none that the caller may see", "告警事件不存在或无权查看"],
    advice: ["Read the list of incidents again", "重新读取告警列表"],
  }) as CodeRow,
  incident_resolved: error(16, 2, {
    error: [409, "The incident is resolved", "告警已恢复"],
    detail: "已恢复的告警不能再更改；再次发生时会产生新的告警。",
    means: ["The incident is resolved already", "告警事件已恢复"],
    advice: ["Read it again; what comes back opens another one", "重新读取；再次发生时会产生新的告警"],
  }) as CodeRow,
  silence_not_found: error(16, 3, {
    error: [404, "Silence not found", "屏蔽规则不存在"],
    detail: "屏蔽规则不存在或已结束，请刷新列表。",
    means: ["No silence has this id, or it is over", "屏蔽规则不存在或已结束"],
    advice: ["Read the list of silences again", "重新读取屏蔽列表"],
  }) as CodeRow,
  heartbeat_not_found: error(16, 4, {
    error: [404, "Heartbeat not found", "心跳不存在"],
    detail: "没有使用此地址的心跳，请从心跳列表中复制地址。",
    means: ["No heartbeat has this address", "没有使用此地址的心跳"],
    advice: ["Take the address from the list of heartbeats", "从心跳列表中复制地址"],
  }) as CodeRow,
};
