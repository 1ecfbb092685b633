import * as v from "valibot";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import type { Clock } from "../base/clock.ts";
import type { JsonValue } from "../base/json.ts";
import type { ExecutorKey, ExecutorKeyring, ExecutorKeyView } from "../access/executor-key.ts";
import { isName } from "../model/name/names.ts";
import {
  CALL_NONCE_KEPT_MS,
  callNonceKey,
  executorKeysKey,
  executorKeysPrefix,
  executorKeyUseKey,
  executorKeyUsePrefix,
} from "../model/name/state-key.ts";
import type { IMoStateStore } from "../ports/state-store.ts";

const MOST_TRIES = 10;
/** How seldom a process notes that a key is in use: executors sign several calls a second. */
const USE_NOTED_EVERY_MS = 60_000;

const RecordSchema = v.array(
  v.object({
    id: v.string(),
    keyid: v.string(),
    app: v.string(),
    executor: v.nullable(v.string()),
    publicKey: v.string(),
    at: v.pipe(
      v.string(),
      v.transform((text) => new Date(text)),
    ),
    by: v.nullable(v.string()),
  }),
);

/** The name of a key in signatures. */
export function keyidOf({ app, executor, id }: Pick<ExecutorKey, "app" | "executor" | "id">): string {
  return `${app}/${executor ?? ""}/${id}`;
}

/** The keys of an app, by executor and the oldest first. */
export async function readExecutorKeys(
  state: Pick<IMoStateStore, "list">,
  tenant: string,
  app: string,
): Promise<readonly ExecutorKey[]> {
  return (await state.list(executorKeysPrefix(tenant, app))).flatMap(({ value }) => keysIn(value));
}

/** As `readExecutorKeys`, with when each was last used. */
export async function viewExecutorKeys(
  state: Pick<IMoStateStore, "list">,
  tenant: string,
  app: string,
): Promise<readonly ExecutorKeyView[]> {
  const [keys, uses] = await Promise.all([
    readExecutorKeys(state, tenant, app),
    state.list(executorKeyUsePrefix(tenant, app)),
  ]);
  const usedAt = new Map(
    uses.flatMap(({ key, value }) => (typeof value === "string" ? [[key, new Date(value)] as const] : [])),
  );
  return keys.map((key) => ({ ...key, usedAt: usedAt.get(executorKeyUseKey(tenant, key.keyid)) ?? null }));
}

/**
 * Changes the keys of one executor, or of all of an app, whatever else changes them meanwhile.
 * @throws MoJobError `stale_revision` where others change them at each try; what `change` throws
 */
export async function changeExecutorKeys(
  state: Pick<IMoStateStore, "get" | "compareAndSet">,
  [tenant, app, executor]: readonly [tenant: string, app: string, executor: string | null],
  change: (keys: readonly ExecutorKey[]) => readonly ExecutorKey[],
): Promise<readonly ExecutorKey[]> {
  const key = executorKeysKey(tenant, app, executor);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const entry = await state.get(key);
    const next = change(keysIn(entry?.value));
    const value = next.map(({ at, ...rest }): JsonValue => ({ ...rest, at: at.toISOString() }));
    if ((await state.compareAndSet(key, entry?.version ?? null, value)) !== null) return next;
  }
  throw new MoJobError(
    MoJobErrorCode.StaleRevision,
    `Cannot change the keys of executors of app "${app}": they are being changed by others`,
  );
}

/** The keys of a tenant, read again at each call so that a removed one is refused at once. */
export function executorKeyring(
  tenant: string,
  state: Pick<IMoStateStore, "get" | "set" | "compareAndSet">,
  clock: Clock,
): ExecutorKeyring {
  const notedAtMs = new Map<string, number>();
  const noteUse = async (keyid: string): Promise<void> => {
    const at = clock.now();
    if (at.getTime() - (notedAtMs.get(keyid) ?? -Infinity) < USE_NOTED_EVERY_MS) return;
    notedAtMs.set(keyid, at.getTime());
    await state.set(executorKeyUseKey(tenant, keyid), at.toISOString());
  };
  return {
    async find(keyid) {
      const [app = "", executor = "", ...rest] = keyid.split("/");
      if (rest.length !== 1 || !isName(app) || (executor !== "" && !isName(executor))) return null;
      const entry = await state.get(executorKeysKey(tenant, app, executor === "" ? null : executor));
      return keysIn(entry?.value).find((key) => key.keyid === keyid) ?? null;
    },
    async takeNonce(keyid, nonce) {
      const taken = await state.compareAndSet(callNonceKey(tenant, keyid, nonce), null, true, {
        ttlMs: CALL_NONCE_KEPT_MS,
      });
      if (taken === null) return false;
      await noteUse(keyid);
      return true;
    },
  };
}

/** The keys in a stored value; what another version wrote counts as none. */
function keysIn(value: JsonValue | undefined): readonly ExecutorKey[] {
  const parsed = v.safeParse(RecordSchema, value ?? []);
  return parsed.success ? parsed.output : [];
}
