import type { Requester } from "../../access/requester.ts";
import type { Clock } from "../../base/clock.ts";
import { sha256 } from "../../base/fingerprint.ts";
import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { fromBase64, toBase64 } from "../../base/sealing/base64.ts";
import type { AddExecutorKeyRequest, ExecutorKey, ExecutorKeyView } from "../../access/executor-key.ts";
import { assertApp, isName } from "../../model/name/names.ts";
import { executorKeyUseKey } from "../../model/name/state-key.ts";
import {
  changeExecutorKeys,
  keyidOf,
  readExecutorKeys,
  viewExecutorKeys,
} from "../../placement/executor-keys.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";

/** One that is in use, and the one that replaces it. */
const MOST_KEYS = 2;
const ID_CHARACTERS = 24;
const PEM = /^-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----$/;
/** The bytes before the 32 of an Ed25519 key in its SubjectPublicKeyInfo (RFC 8410 §4). */
const SPKI_BEGIN = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
const SPKI_BYTES = SPKI_BEGIN.length + 32;

export interface ExecutorKeysOptions {
  readonly tenant: string;
  readonly state: Pick<IMoStateStore, "get" | "list" | "compareAndSet" | "delete">;
  readonly clock: Clock;
}

/** As `MoJobScheduler.executorKeys`. */
export async function listExecutorKeys(
  requester: Requester,
  app: string,
  { state, tenant }: ExecutorKeysOptions,
): Promise<readonly ExecutorKeyView[]> {
  assertApp(app);
  requester.assertApp(app, `list keys of executors of app "${app}"`);
  return viewExecutorKeys(state, tenant, app);
}

/** As `MoJobScheduler.addExecutorKey`. */
export async function addExecutorKey(
  requester: Requester,
  app: string,
  request: AddExecutorKeyRequest,
  { state, tenant, clock }: ExecutorKeysOptions,
): Promise<ExecutorKey> {
  assertApp(app);
  const doing = `add a key of executors of app "${app}"`;
  requester.assertApp(app, doing);
  const executor = request.executor ?? null;
  if (executor !== null && !isName(executor)) throw invalidInput(doing, [issueAt("/executor", "name_rule")]);
  const publicKey = publicKeyIn(request.publicKey);
  if (publicKey === null) throw invalidInput(doing, [issueAt("/publicKey", "executor_key_rule")]);
  const id = (await sha256(publicKey)).slice(0, ID_CHARACTERS);
  const keyid = keyidOf({ app, executor, id });
  const added: ExecutorKey = { id, keyid, app, executor, publicKey, at: clock.now(), by: requester.by };
  const keys = await changeExecutorKeys(state, [tenant, app, executor], (before) => {
    if (before.some((key) => key.id === id)) return before;
    if (before.length >= MOST_KEYS)
      throw invalidInput(doing, [issueAt("/publicKey", "executor_keys_full", { max: MOST_KEYS })]);
    return [...before, added];
  });
  return keys.find((key) => key.id === id) ?? added;
}

/** As `MoJobScheduler.removeExecutorKey`. */
export async function removeExecutorKey(
  requester: Requester,
  app: string,
  id: string,
  { state, tenant }: ExecutorKeysOptions,
): Promise<void> {
  assertApp(app);
  requester.assertApp(app, `remove a key of executors of app "${app}"`);
  const owners = new Set(
    (await readExecutorKeys(state, tenant, app))
      .filter((key) => key.id === id)
      .map(({ executor }) => executor),
  );
  for (const executor of owners) {
    await changeExecutorKeys(state, [tenant, app, executor], (before) =>
      before.filter((key) => key.id !== id),
    );
    await state.delete(executorKeyUseKey(tenant, keyidOf({ app, executor, id })));
  }
}

/** The base64 of an Ed25519 public key; `null` for anything else, so that no private key is ever kept. */
function publicKeyIn(given: string): string | null {
  const text = given.trim();
  const bytes = fromBase64((PEM.exec(text)?.[1] ?? text).replaceAll(/\s/g, ""));
  const isPublicKey = bytes.length === SPKI_BYTES && SPKI_BEGIN.every((byte, index) => bytes[index] === byte);
  return isPublicKey ? toBase64(bytes) : null;
}
