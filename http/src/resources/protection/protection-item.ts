/** The protections that an installation can have, in the order of the page. */
export const PROTECTIONS = [
  "sign_in",
  "people",
  "provider",
  "second_factor",
  "binding",
  "tls",
  "trusted_proxies",
  "cors",
  "executors",
  "http_registration",
  "scripts",
  "commands",
  "http_jobs",
  "notice_jobs",
  "secrets",
  "quotas",
  "audit",
] as const;
export type ProtectionId = (typeof PROTECTIONS)[number];

/** How a protection stands. */
export const ProtectionState = {
  On: "on",
  /** It is off, and what else is set keeps the installation from harm. */
  Off: "off",
  /** It is off, and the installation is in danger as it is. */
  Open: "open",
} as const;
export type ProtectionState = (typeof ProtectionState)[keyof typeof ProtectionState];

/** One protection of an installation. */
export interface ProtectionItem {
  readonly id: ProtectionId;
  readonly state: ProtectionState;
  /** The variable that switches it on; `null` where none does. */
  readonly setting: string | null;
}
