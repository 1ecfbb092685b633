import type { IMoJobScheduleMetadataStore } from "@mojob/core";

/** How often each method was called, by its name. */
export type CallCounts = Record<string, number>;

export interface CountedStore {
  readonly store: IMoJobScheduleMetadataStore;
  /** What was called while the work was done. */
  during(work: () => Promise<unknown>): Promise<CallCounts>;
}

/** The store, with the calls of one of its parts counted. */
export function countCalls(
  store: IMoJobScheduleMetadataStore,
  part: keyof IMoJobScheduleMetadataStore,
): CountedStore {
  let counts: CallCounts = {};
  const counted = new Proxy(store[part] as object, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== "function") return value;
      return (...args: readonly unknown[]): unknown => {
        const name = String(property);
        counts[name] = (counts[name] ?? 0) + 1;
        return Reflect.apply(value, target, args);
      };
    },
  });
  const proxy = new Proxy(store, {
    get(target, property) {
      if (property === part) return counted;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return {
    store: proxy,
    async during(work) {
      counts = {};
      await work();
      return counts;
    },
  };
}
