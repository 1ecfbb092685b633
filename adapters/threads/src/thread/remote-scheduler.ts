import type { MoJobScheduler, Principal } from "@mojob/core";
import { createTrigger, keyInApp } from "@mojob/core/engine";
import type { CallStep, SchedulerIdentity } from "../thread-protocol.ts";

type Call = (steps: readonly CallStep[]) => Promise<unknown>;

/**
 * A scheduler whose calls are made by the worker of the thread.
 * @param app the service the thread runs a job of
 */
export function remoteScheduler(
  identity: SchedulerIdentity,
  app: string,
  call: Call,
  before: readonly CallStep[] = [],
): MoJobScheduler {
  const invoke = (path: readonly string[], args: readonly unknown[]): Promise<unknown> =>
    call([...before, { path, args }]);
  const methodsOf = (path: readonly string[]): Record<string, unknown> => remoteMethods(path, invoke);
  const instances = methodsOf(["instances"]) as unknown as MoJobScheduler["instances"];
  const ended = ((...args) => invoke(["ended"], args)) as MoJobScheduler["ended"];
  const following = (path: string, arg: unknown, next: SchedulerIdentity): MoJobScheduler =>
    remoteScheduler(next, app, call, [...before, { path: [path], args: [arg] }]);
  const storedKey = async (key: string): Promise<string> => {
    const ownApp = identity.scope ?? app;
    const own = keyInApp(ownApp, key);
    const names = await call([
      ...before,
      { path: ["scoped"], args: [ownApp] },
      { path: ["jobs", "names"], args: [[key, own]] },
    ]);
    return names instanceof Map && !names.has(key) && names.has(own) ? own : key;
  };
  const own = {
    ...identity,
    instances,
    jobs: methodsOf(["jobs"]),
    registry: methodsOf(["registry"]),
    ended,
    trigger: createTrigger(instances, ended, identity.scope ?? app, storedKey),
    scoped: (app: string) => following("scoped", app, { ...identity, scope: app }),
    as: (principal: Principal) => following("as", principal, { ...identity, principal }),
  };
  return new Proxy(methodsOf([]), {
    get: (methods, name) => Reflect.get(name in own ? own : methods, name) as unknown,
  }) as unknown as MoJobScheduler;
}

/** An object that has every method: each is called where the scheduler is. */
function remoteMethods(
  path: readonly string[],
  invoke: (path: readonly string[], args: readonly unknown[]) => Promise<unknown>,
): Record<string, unknown> {
  return new Proxy<Record<string, unknown>>(
    {},
    {
      get(_, name) {
        // An object with a `then` would be taken for a promise.
        if (typeof name !== "string" || name === "then") return undefined;
        return (...args: readonly unknown[]) => invoke([...path, name], args);
      },
    },
  );
}
