/** Who may call a route. Every route names one. */
export const RoutePolicy = {
  /** Answers anybody and says nothing that is not a yes or a no: orchestrators probe by address and carry no token. */
  Probe: "probe",
  /** The same for every installation and free of its data, so it needs no token: a browser cannot send one with a link. */
  Page: "page",
  /** Everything else, the metrics included. */
  Guarded: "guarded",
} as const;
export type RoutePolicy = (typeof RoutePolicy)[keyof typeof RoutePolicy];

export interface PolicyRules {
  /** Needs the token, where one is configured. */
  readonly token: boolean;
  /** Needs a loopback `Host` and no foreign `Origin`, where no token is configured. */
  readonly local: boolean;
}

export const POLICY_RULES: Readonly<Record<RoutePolicy, PolicyRules>> = {
  probe: { token: false, local: false },
  page: { token: false, local: true },
  guarded: { token: true, local: true },
};
