import { permissionsOf, type Grant } from "@mojob/core/engine";
import { defineTriggeredJob } from "@mojob/core";
import { startEmbedded } from "@mojob/runtime-local";
import { expect, test } from "vitest";

const ROUNDS = 50;
const CALLS = 2000;
/** What the judging may cost, in readings of the body below as JSON: machines differ threefold, and both with them. */
const MOST_READINGS = 1.3;
const BODY = JSON.stringify(
  Array.from({ length: 100 }, (_, index) => ({ key: `job-${index}`, at: index, args: null })),
);

/** A role in so many apps: more than anybody has. */
const grants: readonly Grant[] = permissionsOf("editor").map((permission) => ({
  permission,
  apps: Array.from({ length: 20 }, (_, index) => `app-${index}`),
}));

const CALLERS = {
  "an administrator": { permissions: permissionsOf("admin") },
  "an editor of twenty apps": { permissions: [], grants },
} as const;

test.each(Object.entries(CALLERS))(
  "to act for %s and to be judged costs little more than to read a body of 4 KB",
  async (_, granted) => {
    const job = defineTriggeredJob({ key: "greet", execute: () => null });
    const { scheduler, close } = await startEmbedded({ app: "app-1", jobs: [job], inMemory: true });
    const principal = { kind: "user", name: "li", ...granted } as const;
    const needs = { always: ["runs:read" as const], sometimes: [] };
    // As a route does it: for each request the caller's scheduler, and one call through its gate, of a method that does next to nothing.
    const judged = (): Promise<unknown> => scheduler.as(principal, needs).jobs.names([]);
    const plain = (): Promise<unknown> => scheduler.jobs.names([]);
    // The quickest of many short rounds: the machine may do other work in the others.
    const read = async (): Promise<unknown> => JSON.parse(BODY);
    let [withGate, without, reading] = [Infinity, Infinity, Infinity];
    for (let round = 0; round < ROUNDS; round += 1) {
      without = Math.min(without, await microsecondsOf(plain));
      reading = Math.min(reading, await microsecondsOf(read));
      withGate = Math.min(withGate, await microsecondsOf(judged));
    }
    await close();
    expect((withGate - without) / reading).toBeLessThan(MOST_READINGS);
  },
);

async function microsecondsOf(call: () => Promise<unknown>): Promise<number> {
  const { user: before } = process.cpuUsage();
  for (let calls = 0; calls < CALLS; calls += 1) await call();
  return (process.cpuUsage().user - before) / CALLS;
}
