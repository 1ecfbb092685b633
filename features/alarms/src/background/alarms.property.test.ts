import { isMoJobError } from "@mojob/core";
import { acknowledgeIncident, resolveIncident, snoozeIncident } from "@mojob/core/feature";
import type { IMoIncidentStore } from "@mojob/core/ports";
import { IncidentState } from "@mojob/core/words";
import { aDefinition } from "@mojob/test-fixtures/records";
import { storeGone } from "@mojob/test-fixtures/world";
import fc from "fast-check";
import { expect, it } from "vitest";
import { watchAlarms } from "../../fixtures/alarm-watch.ts";

const KEYS = ["a", "b"] as const;
const LI = "user:li";

const key = fc.constantFrom(...KEYS);
/**
 * What may happen, in any order: runs end, time goes by, evaluations, people, and a process that dies at the so-and-so-manyth write
 * from now on, before or after it.
 */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("fail" as const), key, error: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("succeed" as const), key }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("pass" as const), seconds: fc.integer({ min: 1, max: 400 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("die" as const),
      atWrite: fc.integer({ min: 1, max: 5 }),
      isAfter: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom("acknowledge" as const, "snooze" as const, "resolve" as const),
    }),
  },
);

it("each key has one open incident at most, each that was reported is reported to be over, and no notice is made twice, whatever dies when", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const death = { left: 0, isAfter: false };
      const mortal = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
        const dies = death.left > 0 && (death.left -= 1) === 0;
        if (dies && !death.isAfter) throw storeGone();
        const answer = await call();
        if (dies) throw storeGone();
        return answer;
      };
      const write = (real: IMoIncidentStore): Partial<IMoIncidentStore> => ({
        write: (incidents) => (incidents.length === 0 ? real.write([]) : mortal(() => real.write(incidents))),
      });
      const started: string[] = [];
      const watch = await watchAlarms(
        {
          incidents: write,
          start: (_, id) => {
            started.push(id);
            return mortal(() => Promise.resolve());
          },
        },
        ...KEYS.map((one) => aDefinition({ key: one })),
      );
      const { world, notices } = watch;
      const { store, clock, errors } = world;
      const pass = async (): Promise<void> => {
        const before = errors.length;
        await watch.pass().catch((error: unknown) => errors.push(error));
        if (errors.length > before) await watch.restart();
      };
      await watch.routes({ id: "all", job: "tell" });
      for (const one of steps) {
        if (one.do === "fail")
          await watch.run(one.key, "Terminated", {
            errorSummary: ["Disk full", "No table", "Refused"][one.error] ?? null,
          });
        else if (one.do === "succeed") await watch.run(one.key, "Succeeded");
        else if (one.do === "die") Object.assign(death, { left: one.atWrite, isAfter: one.isAfter });
        else if (one.do === "pass") {
          await clock.advance(one.seconds * 1000);
          await pass();
        } else {
          const [incident] = (await watch.incidents()).filter(
            ({ state }) => state !== IncidentState.Resolved,
          );
          const deed = { by: LI, at: clock.now() };
          if (incident === undefined) continue;
          const until = new Date(clock.now().getTime() + 600_000);
          const changed =
            one.do === "acknowledge"
              ? acknowledgeIncident(incident, deed)
              : one.do === "snooze"
                ? snoozeIncident(incident, until, deed)
                : resolveIncident(incident, "by_hand", deed);
          await store.incidents.write([changed]);
        }
        const open = (await watch.incidents()).filter(({ resolvedAt }) => resolvedAt === null);
        expect(new Set(open.map((incident) => incident.key)).size).toBe(open.length);
      }
      death.left = 0;
      // All is well from here on.
      for (let times = 0; times < 3; times += 1) {
        await clock.advance(10_000);
        for (const one of KEYS) await watch.run(one, "Succeeded");
        await pass();
      }
      await clock.advance(60_000);
      await pass();
      const all = await watch.incidents();
      expect(all.filter(({ isSettled, state }) => !isSettled || state !== IncidentState.Resolved)).toEqual(
        [],
      );
      const told = [...notices.values()].map(
        ({ args }) =>
          args as { readonly event: string; readonly incidents: readonly { readonly id: string }[] },
      );
      for (const { id, told: last } of all.map(({ id: own, notified }) => ({ id: own, told: notified }))) {
        const events = told
          .filter(({ incidents }) => incidents.some((one) => one.id === id))
          .map(({ event }) => event);
        // It begins with an opening, each end has one, and the last is an end.
        expect(events.filter((event) => event === "opened")).toHaveLength(
          events.filter((event) => event === "resolved").length,
        );
        expect(events.length > 0 ? [events[0], events.at(-1)] : []).toEqual(
          events.length > 0 ? ["opened", "resolved"] : [],
        );
        expect(last.length === 0).toBe(events.length === 0);
      }
      expect(new Set(started).size).toBe(notices.size);
      expect(errors.filter((error) => !isMoJobError(error, "store_unavailable"))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
