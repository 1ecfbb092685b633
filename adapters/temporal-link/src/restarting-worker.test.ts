import { createFakeClock } from "@mojob/core/testing";
import { expect, test } from "vitest";
import { RestartingWorker, type RunnableWorker } from "./restarting-worker.ts";

interface Played extends RunnableWorker {
  break(error: Error): void;
}

function playWorker(): Played {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let state: "INITIALIZED" | "RUNNING" | "STOPPED" = "INITIALIZED";
  return {
    run: () => {
      state = "RUNNING";
      return promise;
    },
    shutdown: () => {
      state = "STOPPED";
      resolve();
    },
    getState: () => state,
    break: reject,
  };
}

test("a worker that breaks is reported and created again", async () => {
  const clock = createFakeClock();
  const made: Played[] = [];
  const errors: unknown[] = [];
  const worker = await RestartingWorker.start({
    clock,
    create: () => {
      const worker = playWorker();
      made.push(worker);
      return Promise.resolve(worker);
    },
    onError: (error) => void errors.push(error),
  });
  const broken = new Error("no such namespace");
  made[0]?.break(broken);
  await clock.advance(0);
  expect(errors).toEqual([broken]);
  expect(made).toHaveLength(1);
  await clock.advance(5000);
  expect(made).toHaveLength(2);
  expect(made[1]?.getState()).toBe("RUNNING");
  worker.stop();
  await worker.ended;
  expect(made).toHaveLength(2);
});

test("one that cannot be created is tried again until it is stopped", async () => {
  const clock = createFakeClock();
  const errors: unknown[] = [];
  const first = playWorker();
  let tries = 0;
  const worker = await RestartingWorker.start({
    clock,
    create: () => ((tries += 1) === 1 ? Promise.resolve(first) : Promise.reject(new Error(`try ${tries}`))),
    onError: (error) => void errors.push(error),
  });
  first.break(new Error("broken"));
  await clock.advance(10_000);
  expect(tries).toBe(3);
  expect(errors.map(String)).toEqual(["Error: broken", "Error: try 2", "Error: try 3"]);
  worker.stop();
  await worker.ended;
  await clock.advance(60_000);
  expect(tries).toBe(3);
});

test("start() rejects when the first one cannot be created", async () => {
  const create = (): Promise<RunnableWorker> => Promise.reject(new Error("no such namespace"));
  const starting = RestartingWorker.start({ clock: createFakeClock(), create, onError: () => {} });
  await expect(starting).rejects.toThrow("no such namespace");
});
