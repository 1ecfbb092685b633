import type { IMoJobScheduleMetadataStore, IMoStateStore } from "@mojob/core";

/** The two ports a system remembers with. */
export interface Stores {
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
}

/** One call of a port on its way. */
export interface PortCall {
  /** `instances`, `definitions`, `logs`, `executors`, `tasks`, `store` or `state`. */
  readonly port: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** Lets a call through, or does something else; resolves to what the caller gets. */
export type Interceptor = (call: PortCall, proceed: () => Promise<unknown>) => Promise<unknown>;

const PARTS: ReadonlySet<string> = new Set(["instances", "definitions", "logs", "executors", "tasks"]);
/** They belong to the code that opened the stores, or return at once what goes on by itself. */
const NOT_INTERCEPTED: ReadonlySet<string> = new Set(["close", "keepAlive", "keepLease", "records", "watch"]);

/** The same stores, with every asynchronous call through the interceptor; the stores themselves know nothing of it. */
export function intercept({ store, state }: Stores, through: Interceptor): Stores {
  const parts = new Map<string, object>();
  const wrap = <Port extends object>(port: string, target: Port): Port =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value === "function") {
          const method = String(name);
          const call = (...args: unknown[]): unknown => Reflect.apply(value, target, args) as unknown;
          if (NOT_INTERCEPTED.has(method)) return call;
          return (...args: unknown[]): unknown =>
            through({ port, method, args }, () => Promise.resolve(call(...args)));
        }
        if (!PARTS.has(String(name)) || typeof value !== "object" || value === null) return value;
        const part = parts.get(String(name)) ?? wrap(String(name), value);
        parts.set(String(name), part);
        return part;
      },
    });
  return { store: wrap("store", store), state: wrap("state", state) };
}
