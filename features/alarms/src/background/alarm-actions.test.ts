import type { Engine } from "@mojob/core/engine";
import { expect, it } from "vitest";
import { alarmActions } from "./alarm-actions.ts";

it("a route's re-run of a failed task executes what failed and what depends on it, of other runs the whole", async () => {
  const asked: unknown[] = [];
  const instances = {
    get: async (id: string) => ({
      history: id === "task" ? [{ reason: { code: "task" } }] : [{ reason: null }],
    }),
    rerun: async (...request: readonly unknown[]) => void asked.push(request),
  };
  const { rerun } = alarmActions({} as Engine, () => ({ instances }) as never);
  for (const id of ["task", "plain"]) await rerun(id, `notice-${id}`, 50);
  expect(asked).toEqual([
    ["task", { idempotencyKey: "notice-task", delayMs: 50, mode: { type: "smart" } }],
    ["plain", { idempotencyKey: "notice-plain", delayMs: 50 }],
  ]);
});
