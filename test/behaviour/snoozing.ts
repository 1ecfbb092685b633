import { defineTriggeredJob, type JobContext } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { inState, path } from "./states.ts";

/** Snoozing: a job asks to be executed later, and that costs none of its retries. */
export function describeSnoozing(harness: DeploymentHarness): void {
  describe(`snoozing (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    test("a run that is snoozed waits as Scheduled, holds no slot, and is executed again with all of its retries", async () => {
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "ask",
            retryCount: 1,
            execute: (isReady: boolean, { attempt, snooze }: JobContext) => {
              if (isReady) return "at once";
              if (attempt === 1) snooze(5000);
              if (attempt === 2) throw new Error("broken");
              if (attempt === 3) snooze(2000);
              throw new Error("broken again");
            },
          }),
        ],
      });
      const { id } = await deployment.api.trigger("ask", { args: false });
      const snoozed = await inState(deployment, id, "Scheduled");
      const other = await deployment.api.trigger("ask", { args: true });
      await inState(deployment, other.id, "Succeeded");
      expect(snoozed).toMatchObject({ attempt: 1, error: null, retryAt: null });
      expect(snoozed.reason).toContain("again in 5000 ms");
      const snoozedAt = Date.parse(snoozed.history.at(-1)?.at ?? "");
      expect(Date.parse(snoozed.scheduledFor ?? "") - snoozedAt).toBe(5000);
      await deployment.elapse(6000);
      const again = await deployment.until("its second snooze", async () => {
        const run = await deployment.api.run(id);
        return run.history.at(7)?.to === "Scheduled" && run;
      });
      const dueAt = again.history.find(({ reason }) => reason?.includes("time has come"))?.at ?? "";
      expect(Date.parse(dueAt)).toBeGreaterThanOrEqual(snoozedAt + 5000);
      await deployment.elapse(3000);
      const run = await inState(deployment, id, "Terminated");
      expect(path(run)).toBe(
        "Enqueued Processing Scheduled Enqueued Processing Failed Processing Scheduled Enqueued Processing Failed Terminated",
      );
      expect(run).toMatchObject({ attempt: 4, retryCount: 3, error: { message: "broken again" } });
      expect(run.reason).toContain("Retries used up: 1 of 1");
    });

    test("a run whose snooze ends while its job is full waits for the slot, where others are skipped", async () => {
      const gates = new Gates();
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "ask",
            execute: (snoozes: boolean, context: JobContext) =>
              snoozes && context.attempt === 1 ? context.snooze(1000) : gates.pass(context),
          }),
        ],
      });
      const { api, until } = deployment;
      const { id } = await api.trigger("ask", { args: true });
      await inState(deployment, id, "Scheduled");
      const holder = await api.trigger("ask", { args: false });
      await gates.entered(holder.id);
      await deployment.elapse(1000);
      await until("it to wait for the slot", async () => (await api.run(id)).reasonCode === "waits_for_slot");
      const other = await api.trigger("ask", { args: false });
      await inState(deployment, other.id, "Skipped");
      gates.succeed(holder.id);
      await gates.entered(id, 2);
      gates.succeed(id, "done", 2);
      expect(await inState(deployment, id, "Succeeded")).toMatchObject({ attempt: 2, result: "done" });
      expect(gates.mostInside).toBe(1);
    });

    test("a run that is snoozed can be cancelled while it waits", async () => {
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "ask",
            execute: (_args: null, context: JobContext) => context.snooze(86_400_000),
          }),
        ],
      });
      const { id } = await deployment.api.trigger("ask");
      await inState(deployment, id, "Scheduled");
      await deployment.api.cancel(id);
      expect(path(await inState(deployment, id, "Cancelled"))).toBe(
        "Enqueued Processing Scheduled Cancelled",
      );
    });
  });
}
