import { declaredKey, droppedKey, droppedKeyPrefix } from "../../model/name/state-key.ts";
import type { IMoStateStore, StateEntry } from "../../ports/state-store.ts";

export interface DeclaredKeys {
  readonly tenant: string;
  readonly app: string;
  readonly keys: readonly string[];
  /** Whether these are all that one of the app's programs declares. */
  readonly isComplete: boolean;
}

/**
 * Notes what is declared now, so that a job counts as dropped only if it was in an earlier complete registration of its app: the jobs of
 * another program, which does not register completely, are not judged by this one.
 */
export async function noteDeclared(
  state: Pick<IMoStateStore, "get" | "set" | "compareAndSet">,
  { tenant, app, keys, isComplete }: DeclaredKeys,
): Promise<void> {
  const before = isComplete ? keysIn(await state.get(declaredKey(tenant, app))) : [];
  const declared = new Set(keys);
  // Each failed try is a write of another registration, and those end.
  for (;;) {
    const entry = await state.get(droppedKey(tenant, app));
    const dropped = keysIn(entry);
    const next = [...new Set([...dropped, ...before])].filter((key) => !declared.has(key));
    if (next.length === dropped.length && next.every((key) => dropped.includes(key))) break;
    if ((await state.compareAndSet(droppedKey(tenant, app), entry?.version ?? null, next)) !== null) break;
  }
  if (isComplete) await state.set(declaredKey(tenant, app), [...keys]);
}

/** The keys of the jobs that each app has dropped. */
export async function readDropped(
  state: Pick<IMoStateStore, "list">,
  tenant: string,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const prefix = droppedKeyPrefix(tenant);
  const entries = await state.list(prefix);
  return new Map(entries.map((entry) => [entry.key.slice(prefix.length), new Set(keysIn(entry))]));
}

function keysIn(entry: StateEntry | null): readonly string[] {
  const value = entry?.value;
  return Array.isArray(value) ? value.filter((key) => typeof key === "string") : [];
}
