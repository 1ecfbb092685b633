import { expect, test } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { WriteLanes } from "./write-lanes.ts";

const { settle } = createFakeClock();

/** Asks for lanes; `next` ends the one under way and returns all that have begun so far. */
function asking(lanes: WriteLanes) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    ask(name: string, options?: { readonly isUrgent: boolean }): void {
      void lanes.take(options).then((end) => {
        begun.push(name);
        ends.push(end);
      });
    },
    async next(): Promise<readonly string[]> {
      ends.shift()?.();
      await settle();
      return begun;
    },
  };
}

test("one has its turn at once, the others after it, in the order they asked", async () => {
  const { ask, next } = asking(new WriteLanes());
  for (const name of ["a", "b", "c"]) ask(name);
  await settle();
  expect(await next()).toEqual(["a", "b"]);
  expect(await next()).toEqual(["a", "b", "c"]);
  await next();
  ask("d");
  expect(await next()).toEqual(["a", "b", "c", "d"]);
});

test("those that waited alone before do not count against the urgent", async () => {
  const { ask, next } = asking(new WriteLanes());
  const patient = Array.from({ length: 12 }, (_, index) => `patient ${index + 1}`);
  for (const name of patient) ask(name);
  await settle();
  for (let n = 0; n < 7; n += 1) await next();
  ask("urgent", { isUrgent: true });
  await next();
  ask("urgent again", { isUrgent: true });
  expect(await next()).toEqual([...patient.slice(0, 8), "urgent", "urgent again"]);
});

test("two urgent writes run at once, and no other beside them", async () => {
  const { ask, next } = asking(new WriteLanes());
  for (const name of ["urgent 1", "urgent 2", "urgent 3"]) ask(name, { isUrgent: true });
  ask("patient");
  await settle();
  expect(await next()).toEqual(["urgent 1", "urgent 2", "urgent 3"]);
  expect(await next()).toHaveLength(3);
  expect(await next()).toEqual(["urgent 1", "urgent 2", "urgent 3", "patient"]);
  ask("urgent 4", { isUrgent: true });
  await settle();
  expect(await next()).toHaveLength(5);
});

test("urgent writes go first, at most eight of them while another waits", async () => {
  const { ask, next } = asking(new WriteLanes());
  ask("first");
  ask("patient");
  for (let n = 1; n <= 10; n += 1) ask(`urgent ${n}`, { isUrgent: true });
  await settle();
  for (let n = 0; n < 12; n += 1) await next();
  const urgent = Array.from({ length: 10 }, (_, index) => `urgent ${index + 1}`);
  expect(await next()).toEqual(["first", ...urgent.slice(0, 8), "patient", ...urgent.slice(8)]);
});
