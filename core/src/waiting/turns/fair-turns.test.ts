import { expect, test } from "vitest";
import { anExecutorSetup, aRequest, Doors } from "@mojob/test-fixtures/executor";
import { START } from "@mojob/test-fixtures/records";
import { laneOf } from "../../model/instance/lane.ts";

const MANY = 10_000;
const acme = Array.from({ length: MANY }, (_, index) => `acme-${String(index).padStart(5, "0")}`);

function at(ms: number): { readonly createdAt: Date } {
  return { createdAt: new Date(START.getTime() + ms) };
}

test("of two keys that take turns, the one run of the second begins after one of the first's 10,000", async () => {
  const doors = new Doors();
  const place = await anExecutorSetup({
    execute: doors.passObediently,
    options: { maxConcurrency: 2, whenFull: "queue", fairness: { by: "args.customer" } },
  });
  const { clock } = place;
  const share = (key: string): object => ({ fairShare: { key, weight: 1 } });
  await place.enqueue(...acme.map((id, index) => ({ id, ...share("acme"), ...at(index) })));
  await place.enqueue({ id: "zenith", ...share("zenith"), ...at(MANY) });
  const taken = place.take(...acme);
  await clock.settle();
  const later = place.take("zenith");
  await clock.settle();
  expect(doors.entered).toEqual(["acme-00000/1", "acme-00001/1"]);
  doors.succeed("acme-00000/1");
  await clock.settle();
  doors.succeed("acme-00001/1");
  await clock.settle();
  expect(doors.entered.slice(2)).toEqual(["acme-00002/1", "zenith/1"]);
  const [next] = await place.store.instances.firstWaiting([
    { tenant: "default", lane: "mail.send", most: 2 },
  ]);
  expect(next?.map(({ id }) => id)).toEqual(["acme-00003", "acme-00004"]);
  const closing = place.executor.close(0);
  await clock.advance(60_000);
  await Promise.all([closing, taken, later]);
});

test("a key whose slots are all taken keeps no place of the worker from another key", async () => {
  const doors = new Doors();
  const place = await anExecutorSetup({
    execute: doors.passObediently,
    options: { maxConcurrency: 1, whenFull: "queue", concurrencyKey: "args.customer" },
    worker: { maxConcurrentRuns: 2 },
  });
  const { clock } = place;
  const lane = (concurrencyKey: string): string => laneOf("mail.send", { concurrencyKey });
  const few = acme.slice(0, 300);
  await place.enqueue(...few.map((id, index) => ({ id, lane: lane("acme"), ...at(index) })));
  await place.enqueue({ id: "zenith", lane: lane("zenith"), ...at(MANY) });
  const requests = [
    ...few.map((id) => ({ ...aRequest(id), lane: lane("acme") })),
    { ...aRequest("zenith"), lane: lane("zenith") },
  ];
  const taken = place.executor.intake.execute(requests);
  await clock.settle();
  expect(doors.entered).toEqual(["acme-00000/1", "zenith/1"]);
  const closing = place.executor.close(0);
  await clock.advance(60_000);
  await Promise.all([closing, taken]);
});
