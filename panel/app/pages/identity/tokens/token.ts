import type { ApiAnswer, ApiRequest } from "../../../api/call-api.ts";

/** A token as the API lists it: everything but its secret. */
export type Token = ApiAnswer<"listTokens">["items"][number];

/** The choices of a new token. */
export const TokenPreset = {
  Prometheus: "prometheus",
  Ci: "ci",
  Executor: "executor",
  Personal: "personal",
  Other: "other",
} as const;
export type TokenPreset = (typeof TokenPreset)[keyof typeof TokenPreset];

type TokenBody = ApiRequest<"makeToken">["body"];

/** The rights of each choice; the name, the apps and the end come from the form. */
export const PRESET_BODIES: Readonly<Record<TokenPreset, Omit<TokenBody, "name">>> = {
  prometheus: { kind: "service", permissions: ["metrics:read"] },
  ci: { kind: "service", permissions: ["jobs:register", "jobs:read", "runs:read", "runs:trigger"] },
  executor: { kind: "executor" },
  personal: { kind: "personal" },
  other: { kind: "service" },
};
