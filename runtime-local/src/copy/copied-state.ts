import type { IMoStateStore } from "@mojob/core";
import {
  CALL_NONCE_KEPT_MS,
  callNoncePrefix,
  CONDITION_KEPT_MS,
  conditionsPrefix,
  copyKey,
  followerPositionPrefix,
  HANDLED_FAILURE_KEPT_MS,
  handledFailureKey,
  handedOverPrefix,
  handOverNoticedKey,
  pendingKey,
  sessionPrefix,
  storeRestoredKey,
  tenantKeyPrefix,
} from "@mojob/core/engine";

/** The keys that are not copied, and why. */
const LEFT_BEHIND: readonly ((tenant: string) => string)[] = [
  // The copy's own.
  copyKey,
  // Positions mean nothing in another store: follower-places.ts writes new ones.
  followerPositionPrefix,
  // Marks of changed definitions are for processes that keep older ones in memory: none does.
  pendingKey,
  // The runs are in the store, and a scheduler that starts dispatches what no worker has.
  handedOverPrefix,
  handOverNoticedKey,
  // It is shown for a while where it occurred.
  storeRestoredKey,
  // Sign-ins end by a time that the state store does not show. People sign in again.
  sessionPrefix,
];

/** Copies small shared values: the firing cursor, what apps declared, how long runs of removed jobs are kept. */
export async function copyState(from: IMoStateStore, to: IMoStateStore, tenant: string): Promise<void> {
  const left = LEFT_BEHIND.map((prefix) => prefix(tenant));
  // The state store does not show when an entry expires: these are kept as long again.
  const kept = [
    [handledFailureKey(tenant, ""), HANDLED_FAILURE_KEPT_MS],
    [callNoncePrefix(tenant), CALL_NONCE_KEPT_MS],
    [conditionsPrefix(tenant), CONDITION_KEPT_MS],
  ] as const;
  for (const { key, value } of await from.list(tenantKeyPrefix(tenant))) {
    if (left.some((prefix) => key.startsWith(prefix))) continue;
    const [, ttlMs] = kept.find(([prefix]) => key.startsWith(prefix)) ?? [];
    await to.set(key, value, ttlMs === undefined ? {} : { ttlMs });
  }
}

/** The tenants that have state: every one whose scheduler has run. */
export async function tenantsOf(state: IMoStateStore): Promise<readonly string[]> {
  const parts = (await state.list("mojob/")).map(({ key }) => key.split("/"));
  // Keys of no tenant have two parts.
  return [...new Set(parts.flatMap(([, tenant, ...rest]) => (tenant && rest.length > 0 ? [tenant] : [])))];
}
