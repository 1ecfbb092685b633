import { EventBusInMemory, MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import fc from "fast-check";
import { expect, it } from "vitest";
import { anInstance, START } from "@mojob/test-fixtures/records";
import { withMethods } from "@mojob/test-fixtures/with-methods";
import type { IMoStateStore } from "../../ports/state-store.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { Following } from "./following.ts";

const never = new AbortController().signal;

class Crash extends Error {}

/**
 * What may happen, in any order: a run ends; one of two processes receives the latest end, or follows the feed; a process
 * dies at the so-and-so-manyth call of a port from now on, before or after it was done; retention sweeps all it may.
 */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("end" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("hear" as const), process: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("pass" as const), process: fc.nat(1) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("die" as const),
      process: fc.nat(1),
      atCall: fc.integer({ min: 1, max: 6 }),
      isAfter: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("sweep" as const) }) },
);

it("Following follows no end zero times and nothing that has not ended, whatever dies between which two calls", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const clock = createFakeClock(START);
      const store = new MetadataStoreInMemoryProvider();
      const state = new StateStoreInMemory({ clock });
      const followed = new Set<string>();
      const ended: string[] = [];
      const errors: unknown[] = [];
      const death = { process: -1, left: 0, isAfter: false };

      /** Counts down to the process's death at a call. */
      const mortal =
        <Args extends unknown[], Answer>(process: number, call: (...args: Args) => Promise<Answer>) =>
        async (...args: Args): Promise<Answer> => {
          const dies = death.process === process && (death.left -= 1) === 0;
          if (dies && !death.isAfter) throw new Crash();
          const answer = await call(...args);
          if (dies) throw new Crash();
          return answer;
        };
      const start = async (process: number): Promise<Following> => {
        const own: Partial<IMoStateStore> = {
          get: mortal(process, (key) => state.get(key)),
          compareAndSet: mortal(process, (...entry) => state.compareAndSet(...entry)),
        };
        const following = new Following({
          tenant: "default",
          store: withMethods(store.instances, {
            get: mortal(process, (tenant, ids) => store.instances.get(tenant, ids)),
            endedAfter: mortal(process, (...page) => store.instances.endedAfter(...page)),
          }),
          state: withMethods<IMoStateStore>(state, own),
          clock,
          followers: [
            {
              name: "report",
              follow: mortal(process, async (runs) => {
                for (const { id } of runs) followed.add(id);
              }),
            },
          ],
          bus: new EventBusInMemory(),
          onError: (error) => errors.push(error),
        });
        await following.begin();
        return following;
      };

      const processes = [await start(0), await start(1)];
      const sweep = async (): Promise<void> => {
        await store.retention.sweep({
          tenant: "default",
          jobKey: "mail.send",
          keep: 0,
          keepSkipped: 0,
          endedBefore: START,
          limit: 100,
          keepAfter: await (processes[0] as Following).positions(),
        });
      };
      for (const one of steps) {
        if (one.do === "end") {
          const id = `run-${ended.length}`;
          await store.instances.insert([anInstance({ id, state: "Skipped", completedAt: START })]);
          ended.push(id);
        } else if (one.do === "die") {
          Object.assign(death, { process: one.process, left: one.atCall, isAfter: one.isAfter });
        } else if (one.do === "sweep") {
          await sweep();
        } else {
          const following = processes[one.process] as Following;
          const id = ended.at(-1);
          if (one.do === "pass") await following.catchUp(never);
          else if (id !== undefined) await following.follow([{ id, state: "Skipped" }]);
          // The failure was the end of the process: another one begins in its place.
          if (death.process === one.process && death.left <= 0) {
            death.process = -1;
            processes[one.process] = await start(one.process);
          }
        }
      }
      death.process = -1;
      await (processes[0] as Following).catchUp(never);
      expect(ended.filter((id) => !followed.has(id))).toEqual([]);
      expect([...followed].filter((id) => !ended.includes(id))).toEqual([]);
      expect(errors.filter((error) => !(error instanceof Crash))).toEqual([]);
      await sweep();
      expect((await store.queries.list({ tenant: "default" }, { limit: 100 })).items).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
