import { expect, test } from "vitest";
import { SchedulerNotifier } from "./scheduler-notifier.ts";

function aNotifier(notify: (keys: readonly string[]) => Promise<void>): {
  readonly change: (...keys: readonly string[]) => void;
  readonly notifier: SchedulerNotifier;
  readonly errors: unknown[];
} {
  const listeners = new Set<(keys: readonly string[]) => void>();
  const errors: unknown[] = [];
  const cache = {
    onChange: (listener: (keys: readonly string[]) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const notifier = new SchedulerNotifier({ cache, notify, onError: (error) => void errors.push(error) });
  return { change: (...keys) => listeners.forEach((listener) => listener(keys)), notifier, errors };
}

test("changes during a notification are combined into the next one", async () => {
  const calls: PromiseWithResolvers<void>[] = [];
  const changed: (readonly string[])[] = [];
  const { change, notifier } = aNotifier((keys) => {
    changed.push(keys);
    const call = Promise.withResolvers<void>();
    calls.push(call);
    return call.promise;
  });
  change("a");
  change("b");
  change("b", "c");
  expect(calls).toHaveLength(1);
  calls[0]?.resolve();
  await expect.poll(() => calls.length).toBe(2);
  expect(changed).toEqual([["a"], ["b", "c"]]);
  calls[1]?.resolve();
  await notifier.close();
  change();
  expect(calls).toHaveLength(2);
});

test("a notification that fails is reported, and the next change notifies again", async () => {
  let calls = 0;
  const { change, notifier, errors } = aNotifier(() =>
    (calls += 1) === 1 ? Promise.reject(new Error("unavailable")) : Promise.resolve(),
  );
  change();
  await expect.poll(() => errors.length).toBe(1);
  change();
  await notifier.close();
  expect(calls).toBe(2);
});
