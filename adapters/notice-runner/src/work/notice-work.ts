import { type JobWork, registeredKind, type RegisteredKind, type RegisteredWork } from "@mojob/core/ports";

/** The kind of work that sends a notice to people. */
export const NOTICE_KIND: RegisteredKind = registeredKind("notice");

/** The services that notices can be sent with. */
export const NoticeService = {
  Webhook: "webhook",
  Mail: "mail",
  DingTalk: "dingtalk",
  WeCom: "wecom",
  /** Feishu, and Lark outside China. */
  Feishu: "feishu",
  Slack: "slack",
  Teams: "teams",
  PagerDuty: "pagerduty",
  Alertmanager: "alertmanager",
} as const;
export type NoticeService = (typeof NoticeService)[keyof typeof NoticeService];

/** Sends the arguments of a run as a message; `{{secrets.NAME}}` in `url`, `user` and the secrets stands for a secret of the job's app. */
export interface NoticeWork extends RegisteredWork {
  readonly service: NoticeService;
  /** Where it is sent: the address of a robot, webhook or workflow, or of Alertmanager. @default PagerDuty's own */
  readonly url?: string;
  /** The secret that signs it, PagerDuty's routing key, or the token or password of Alertmanager. @default none */
  readonly secret?: string;
  /** The secret of a webhook before this one: both sign while receivers change theirs. @default none */
  readonly previousSecret?: string;
  /** Whose password `secret` is; without one it is a token. @default none */
  readonly user?: string;
  /** Who gets the mail. */
  readonly to?: readonly string[];
  /** Whom the mail is from. */
  readonly from?: string;
  /** A text of its own, in the language of Liquid. @default the notice's `text` */
  readonly template?: string;
}

/** The settings by which notices differ. */
export type NoticeSetting = Exclude<keyof NoticeWork & string, "kind" | "service">;

interface Settings {
  readonly needs: readonly NoticeSetting[];
  readonly takes: readonly NoticeSetting[];
}

/** The settings that each service has to be given, and those that it may be given beside them. */
export const SETTINGS: Readonly<Record<NoticeService, Settings>> = {
  webhook: { needs: ["url"], takes: ["secret", "previousSecret", "template"] },
  mail: { needs: ["to", "from"], takes: ["template"] },
  dingtalk: { needs: ["url"], takes: ["secret", "template"] },
  wecom: { needs: ["url"], takes: ["template"] },
  feishu: { needs: ["url"], takes: ["secret", "template"] },
  slack: { needs: ["url"], takes: ["template"] },
  teams: { needs: ["url"], takes: ["template"] },
  pagerduty: { needs: ["secret"], takes: ["url", "template"] },
  alertmanager: { needs: ["url"], takes: ["user", "secret", "template"] },
};

export function isNoticeWork(work: JobWork): work is NoticeWork {
  return work.kind === NOTICE_KIND;
}
