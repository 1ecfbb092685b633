import type { Admission, AdmissionResult, IMoInstanceStore } from "@mojob/core/ports";
import { intercept, type Stores } from "../chaos/faults/intercept.ts";

/**
 * The same stores, whose admissions find a lane full in one write and make the run wait in another: what a store does that
 * has no write for both, nor one for an end and the run that begins by it.
 */
export function withSplitWaits(stores: Stores): Stores {
  const { instances } = stores.store;
  const admit = async (admissions: readonly Admission[]): Promise<readonly AdmissionResult[]> => {
    const answers = await instances.admit(
      admissions.map(({ change, lane, limit, hasWaited = false }) => ({ change, lane, limit, hasWaited })),
    );
    return Promise.all(
      answers.map(async (answer, index) => {
        const { waiting, change } = admissions[index] as Admission;
        if (answer.outcome !== "full" || waiting === undefined) return answer;
        const [applied] = await instances.update([waiting]);
        const [instance] = await instances.get(change.tenant, [change.id]);
        return applied === true && instance ? { outcome: "waits", instance } : { outcome: "refused" };
      }),
    );
  };
  const without = {
    store: hiding(stores.store, "instances", withoutWrites(instances)),
    state: stores.state,
  };
  return intercept(without, ({ port, method, args }, proceed) =>
    port === "instances" && method === "admit" ? admit(args[0] as readonly Admission[]) : proceed(),
  );
}

function withoutWrites(instances: IMoInstanceStore): IMoInstanceStore {
  return hiding(hiding(instances, "endAndAdmit", undefined), "insertOrWait", undefined);
}

/** The object with another value under one of its names; its methods go to it as they are. */
function hiding<Target extends object>(target: Target, hidden: keyof Target, instead: unknown): Target {
  return new Proxy(target, {
    get(_, name) {
      if (name === hidden) return instead;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
