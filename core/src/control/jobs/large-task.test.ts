import { FEATURES } from "@mojob/features";
import { expect, test } from "vitest";
import { anExecutor, createWorld } from "@mojob/test-fixtures/world";
import { createScheduler } from "../create-scheduler.ts";
import { createEngine } from "../create-engine.ts";

const NODES = 2000;
const ROW = 50;

/** Rows of nodes, each after three of the row before. */
function graph(last: string): object {
  const nodes = Array.from({ length: NODES }, (_, index) => {
    const row = Math.floor(index / ROW) - 1;
    const before = row < 0 ? [] : [0, 1, 2].map((step) => row * ROW + ((index + step) % ROW));
    const pre = before.map((one) => ({ node: `n${one}` }));
    const id = index === NODES - 1 ? last : `n${index}`;
    return { id, type: "job", job: { work: { kind: "code", handler: "step" } }, pre };
  });
  return { engine: 1, nodes };
}

test("a graph of as many nodes as a body may have is saved, shown, edited, and left as it is", async () => {
  const world = createWorld();
  await world.store.executors.save(anExecutor({ app: "mail", workKinds: ["code", "task"] }));
  const { jobs, history } = createScheduler(
    createEngine({ ...world, tenant: "default", features: FEATURES }),
  );
  const work = { kind: "task", body: graph("last") };
  await jobs.create({ key: "large", app: "mail", kind: "triggered", work });
  expect((await jobs.get("large")).definition.work).toMatchObject({ kind: "task" });
  const other = { work: { kind: "task", body: graph("end") } };
  expect((await jobs.update("large", other, 1)).definition.revision).toBe(2);
  expect((await jobs.update("large", other, 2)).definition.revision).toBe(2);
  const { items } = await history.list({ jobKey: "large" }, { limit: 10 });
  expect(items.map(({ kind }) => kind)).toEqual(["edit", "create"]);
});
