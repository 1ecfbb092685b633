/** The settings of each service, as the API takes them. */
export const NOTICE_SETTINGS = {
  webhook: ["url", "secret", "previousSecret", "template"],
  mail: ["to", "from", "template"],
  dingtalk: ["url", "secret", "template"],
  wecom: ["url", "template"],
  feishu: ["url", "secret", "template"],
  slack: ["url", "template"],
  teams: ["url", "template"],
  pagerduty: ["secret", "url", "template"],
  alertmanager: ["url", "user", "secret", "template"],
} as const;
export type NoticeServiceName = keyof typeof NOTICE_SETTINGS;
export type NoticeSettingName = (typeof NOTICE_SETTINGS)[NoticeServiceName][number];

export const NOTICE_SERVICES = Object.keys(NOTICE_SETTINGS) as readonly NoticeServiceName[];

/** A service that this panel knows; a newer API may have others. */
export function noticeService(name: string): NoticeServiceName | null {
  return NOTICE_SERVICES.find((known) => known === name) ?? null;
}

/** The same work with another service: what that one does not take is left out. */
export function withService(
  work: Readonly<Record<string, unknown>>,
  service: NoticeServiceName,
): Readonly<Record<string, unknown>> {
  const kept = NOTICE_SETTINGS[service].filter((name) => Object.hasOwn(work, name));
  return { kind: work["kind"], service, ...Object.fromEntries(kept.map((name) => [name, work[name]])) };
}
