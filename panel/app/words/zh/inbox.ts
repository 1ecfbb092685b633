import type { INBOX_EN } from "../en/inbox.ts";
import type { Wording } from "../wording.ts";

export const INBOX_ZH: Wording<typeof INBOX_EN> = {
  title: "待办",
  own: "待您处理",
  others: "待他人处理",
  none: "没有待您处理的事项",
  noneHint: "等待审批的工作流，以及因失败挂起的工作流，会显示在这里，直到有人处理。",
  kind: { approval: "审批", held: "因失败挂起" },
  failed: "因以下节点失败而挂起：",
  askedBy: "发起人",
  nobody: "未知",
  since: "开始等待",
  until: "截止时间",
  afterwards: { approved: "，到期自动同意", refused: "，到期自动拒绝", fails: "，到期按失败结束" },
  who: "可处理人",
  whoHolds: "拥有权限 {{permission}} 的人",
  whoOperates: "在应用 {{app}} 中拥有权限 {{permission}} 的人",
  notTheStarter: "{{who}}（发起人除外）",
  soFar: "进度",
  given: "{{given}}/{{quorum}} 人已同意",
  mayNot: "您不能处理此事项，或已经处理过。可处理人：{{who}}",
  over: "该事项已被处理。",
  act: { approved: "同意…", refused: "拒绝…", retry: "重试…", giveUp: "放弃…" },
};
