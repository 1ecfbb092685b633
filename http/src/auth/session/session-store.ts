import type { IMoStateStore } from "@mojob/core";

/** Where sessions are kept: any state store. */
export type SessionStore = Pick<IMoStateStore, "get" | "set" | "list" | "compareAndSet" | "delete">;

/** The newest sessions that one process keeps. */
const MOST_SESSIONS = 10_000;

/** Sessions of one process, which end with it. Their times are checked where they are read. */
export function createMemorySessionStore(): SessionStore {
  const entries = new Map<string, Awaited<ReturnType<SessionStore["set"]>>>();
  let version = 0;
  return {
    list: (prefix) => Promise.resolve([...entries.values()].filter(({ key }) => key.startsWith(prefix))),
    get: (key) => Promise.resolve(entries.get(key) ?? null),
    set(key, value) {
      const entry = { key, value, version: (version += 1) };
      entries.delete(key);
      entries.set(key, entry);
      const oldest = entries.keys().next().value;
      if (entries.size > MOST_SESSIONS && oldest !== undefined) entries.delete(oldest);
      return Promise.resolve(entry);
    },
    compareAndSet(key, expected, value) {
      const standing = entries.get(key);
      if ((standing?.version ?? null) !== expected) return Promise.resolve(null);
      const entry = { key, value, version: (version += 1) };
      entries.set(key, entry);
      return Promise.resolve(entry);
    },
    delete: (key) => Promise.resolve(entries.delete(key)),
  };
}
