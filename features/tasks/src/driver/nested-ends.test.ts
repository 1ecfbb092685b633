import { cancelled, requestCancel } from "@mojob/core/feature";
import { aDefinition, START } from "@mojob/test-fixtures/records";
import { expect, it } from "vitest";
import { admit, aProcess, aTask, look, partsOf, RUN } from "../../fixtures/driven-task.ts";

it("the end of a task that its own task has just cancelled is taken by that, and neither waits for the other", async () => {
  const world = await aTask([{ id: "inner", type: "task", key: "inner" }]);
  const nodes = [{ id: "ask", type: "wait", for: { signal: "go" } }];
  await world.define(
    aDefinition({ key: "inner", work: { kind: "task", body: { engine: 1, nodes } } as never }),
  );
  const inOne = aProcess(world, null, { endsComeLate: true });
  await inOne((driver) => look(world, driver));
  const [inner] = await partsOf(world);
  if (inner === undefined) throw new Error("There is no inner task");
  await admit(world, 1, inner.id);
  await inOne(async (driver) => driver.settle([await world.instance(inner.id)]));
  await world.store.instances.update([requestCancel(await world.instance(RUN), START, cancelled("ada"))]);
  let isDone = false;
  void inOne((driver) => look(world, driver)).then(() => (isDone = true));
  await world.clock.advance(1000);
  const states = [await world.instance(inner.id), await world.instance(RUN)].map(({ state }) => state);
  expect([states, isDone]).toEqual([["Cancelled", "Cancelled"], true]);
});
