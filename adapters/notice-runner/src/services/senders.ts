import type { NoticeService } from "../work/notice-work.ts";
import { ALERTMANAGER } from "./alertmanager.ts";
import { DINGTALK } from "./dingtalk.ts";
import { FEISHU } from "./feishu.ts";
import { PAGERDUTY } from "./pagerduty.ts";
import type { Sender } from "./sender.ts";
import { SLACK } from "./slack.ts";
import { TEAMS } from "./teams.ts";
import { WEBHOOK } from "./webhook.ts";
import { WECOM } from "./wecom.ts";

/** The services that are reached over HTTP. */
export type HttpService = Exclude<NoticeService, typeof NoticeService.Mail>;

export const SENDERS: Readonly<Record<HttpService, Sender>> = {
  webhook: WEBHOOK,
  dingtalk: DINGTALK,
  wecom: WECOM,
  feishu: FEISHU,
  slack: SLACK,
  teams: TEAMS,
  pagerduty: PAGERDUTY,
  alertmanager: ALERTMANAGER,
};
