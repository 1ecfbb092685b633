import { type ProtectionId, type ProtectionItem, ProtectionState } from "@mojob/http";

/** Why it is dangerous, and what to set; of those that can be open. */
const DANGERS: Readonly<Partial<Record<ProtectionId, string>>> = {
  sign_in:
    "Others reach this machine through a proxy or a public address, and nobody has to sign in: set MOJOB_PEOPLE=true or MOJOB_TOKEN",
  second_factor:
    "Somebody who may do everything signs in by a password alone: they add a second factor under My account in the panel",
  tls: "Passwords, tokens and results go over the network in the clear: put a proxy with TLS before it, and set MOJOB_PUBLIC_URL to its https address",
  trusted_proxies:
    "Every address is a trusted proxy, so that each caller can claim any address: list only your proxies in MOJOB_TRUSTED_PROXIES",
  cors: "Pages that were loaded without TLS may call the API: list https origins only in MOJOB_CORS_ORIGINS",
  scripts:
    "Scripts run without a sandbox and nobody has to sign in: every user and program of this machine can run code as this user; leave out MOJOB_LOCAL_ACCESS, set MOJOB_PEOPLE=true or MOJOB_TOKEN, or leave out MOJOB_SCRIPTS_SANDBOX",
  commands:
    "Jobs start programs and nobody has to sign in: every user and program of this machine can start them as this user; leave out MOJOB_LOCAL_ACCESS, set MOJOB_PEOPLE=true or MOJOB_TOKEN, or leave out MOJOB_COMMANDS",
  http_jobs: "HTTP jobs reach every internal address: list the hosts that they call in MOJOB_HTTP_JOBS_HOSTS",
  notice_jobs:
    "Notice jobs reach every internal address: list the hosts that they call in MOJOB_NOTICE_JOBS_HOSTS",
};

export interface ReportProtectionOptions {
  /** Whether the process serves a panel, which shows all of them. */
  readonly hasPanel: boolean;
  readonly onWarning: (message: string) => void;
}

/** Reports at the start what is dangerous as it is, and where the rest is shown. */
export function reportProtection(
  items: readonly ProtectionItem[],
  { hasPanel, onWarning }: ReportProtectionOptions,
): void {
  for (const { id, state } of items)
    if (state === ProtectionState.Open) onWarning(`Unprotected (${id}): ${DANGERS[id]}`);
  const isOfThisMachine = items.some(({ id, state }) => id === "binding" && state === ProtectionState.On);
  const isOpen = items.some(({ state }) => state === ProtectionState.Open);
  // Who tries it on their own machine has nothing to do.
  if (!hasPanel || (isOfThisMachine && !isOpen)) return;
  const on = items.filter(({ state }) => state === ProtectionState.On).length;
  onWarning(`${on} protections are on, ${items.length - on} are off: see Protection in the panel`);
}
