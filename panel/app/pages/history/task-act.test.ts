import { expect, it } from "vitest";
import { type TaskAct, taskAct } from "./task-act.ts";

const act = (note: string, changes: readonly unknown[] = []): TaskAct | null =>
  taskAct({ kind: "operate_task", note, changes });

it("taskAct() reads the operation, its node and what was written to it", () => {
  expect(act("retryNode train")).toEqual({ operation: "retryNode", node: "train", note: null });
  expect(act("approve sign: Seen: the invoice\nand the bank")).toEqual({
    operation: "approve",
    node: "sign",
    note: "Seen: the invoice\nand the bank",
  });
  expect(act("giveUp: Not this month")).toEqual({ operation: "giveUp", node: "", note: "Not this month" });
});

it("taskAct() takes a changed value for one, whatever its reason says, and leaves what it does not know", () => {
  const change = { pointer: "/values/TASK/PARAMS/day", before: "1", after: "2" };
  expect(act("pause", [change])).toEqual({ operation: "edit", node: "", note: "pause" });
  expect(act("wrong day")).toBeNull();
  expect(taskAct({ kind: "cancel", note: "pause", changes: [] })).toBeNull();
});
