import {
  defineRecurringJob,
  defineTriggeredJob,
  type JobOptions,
  type JobRegistration,
  type WorkerOptions,
} from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";
import { Gates } from "./gates.ts";
import { beatOf, cronOfBeats } from "./pace.ts";
import { inState, path } from "./states.ts";

/** Code is given up so long after its timeout. */
const GRACE_MS = 500;
const WORKER: WorkerOptions = { abortGraceMs: GRACE_MS, heartbeatMs: 1000 };
const TIMEOUT_MS = 1000;

interface Place {
  readonly deployment: Deployment;
  readonly gates: Gates;
}

/** Waits until code goes on without its attempt. */
function abandoned({ deployment: { api, until } }: Place, id: string): Promise<RunJson> {
  return until(`the code of ${id} to be abandoned`, async () => {
    const run = await api.run(id);
    return run.abandoned !== null && run;
  });
}

function withReason({ deployment: { api, until } }: Place, id: string, code: string): Promise<RunJson> {
  return until(`${id} to be ${code}`, async () => {
    const run = await api.run(id);
    return run.reasonCode === code && run;
  });
}

function release({ deployment: { api } }: Place, id: string): Promise<{ readonly status: number }> {
  return api.call("POST", `/instances/${id}/release`, {});
}

/** Code that does not end when its time is over: its attempt does, and its slot stays taken. */
export function describeHungCode(harness: DeploymentHarness): void {
  describe(`code that does not end (${harness.name})`, () => {
    const places: Place[] = [];
    afterEach(async () => {
      // What is left would keep workers from stopping.
      for (const { deployment, gates } of places.splice(0))
        for (const { id } of await deployment.api.runsOf("gate"))
          for (const attempt of [1, 2]) gates.succeed(id, null, attempt);
      await harness.cleanUp();
    });

    const open = async (jobs: (gates: Gates) => readonly JobRegistration[]): Promise<Place> => {
      const gates = new Gates();
      const place = { gates, deployment: await harness.open({ jobs: jobs(gates), worker: WORKER }) };
      places.push(place);
      return place;
    };

    /** A job with one slot, whose code never heeds its signal. */
    const openGate = (options: Partial<JobOptions> = {}): Promise<Place> =>
      open((gates) => [
        defineTriggeredJob({
          key: "gate",
          timeoutMs: TIMEOUT_MS,
          ...options,
          execute: (_args, context) => gates.pass(context, true),
        }),
      ]);

    /** Triggers a run and lets its time and its grace pass. */
    const hang = async (place: Place, request: object = {}): Promise<RunJson> => {
      const { deployment, gates } = place;
      const { id } = await deployment.api.trigger("gate", request);
      await gates.entered(id);
      await deployment.elapse(TIMEOUT_MS + GRACE_MS);
      return abandoned(place, id);
    };

    test("its run fails by its timeout while its slot stays taken; the slot is free when it ends", async () => {
      const place = await openGate();
      const { deployment, gates } = place;
      const hung = await hang(place);
      expect(path(hung)).toBe("Enqueued Processing Failed Terminated");
      expect(hung).toMatchObject({
        error: { code: "timeout" },
        abandoned: { attempt: 1, worker: hung.worker },
      });
      expect(hung.error?.message).toContain("its code ignored the signal and still runs");
      const refused = await deployment.api.trigger("gate");
      expect(await inState(deployment, refused.id, "Skipped")).toMatchObject({ reasonCode: "job_full" });
      const { body } = await deployment.api.call<{ items: { kind: string; jobs: object[] }[] }>(
        "GET",
        "/attention",
      );
      expect(body.items.find(({ kind }) => kind === "code_goes_on")).toMatchObject({
        total: 1,
        jobs: [{ key: "gate", instanceId: hung.id, at: hung.abandoned?.at }],
      });
      gates.succeed(hung.id, "too late");
      const free = await deployment.until("the slot to be given back", async () => {
        const run = await deployment.api.run(hung.id);
        return run.abandoned === null && run;
      });
      expect(free).toMatchObject({ state: "Terminated", result: null });
      expect(free.history.at(-1)?.reason).toBe("Slot of attempt 1 given back: its code has ended");
      const next = await deployment.api.trigger("gate");
      gates.succeed(next.id, "done");
      await inState(deployment, next.id, "Succeeded");
      expect(gates.mostInside).toBe(1);
    });

    test("its retry waits for it and says so, and begins when it ends", async () => {
      const place = await openGate({ retryCount: 1 });
      const { deployment, gates } = place;
      const hung = await hang(place);
      expect(await withReason(place, hung.id, "waits_for_code")).toMatchObject({
        state: "Failed",
        attempt: 1,
      });
      gates.succeed(hung.id);
      await deployment.until("the retry to begin", async () => {
        await deployment.elapse(1);
        return (await deployment.api.run(hung.id)).attempt === 2;
      });
      gates.succeed(hung.id, "done", 2);
      expect(await inState(deployment, hung.id, "Succeeded")).toMatchObject({ attempt: 2, result: "done" });
      expect(gates.mostInside).toBe(1);
    });

    test("a cancelled run ends Cancelled without it, and keeps the slot", async () => {
      const place = await openGate({ timeoutMs: 600_000 });
      const { deployment, gates } = place;
      const { id } = await deployment.api.trigger("gate");
      await gates.entered(id);
      await deployment.api.cancel(id, { reason: "it hangs" });
      await deployment.elapse(GRACE_MS + 1000);
      expect(path(await inState(deployment, id, "Cancelled"))).toBe("Enqueued Processing Cancelled");
      expect((await abandoned(place, id)).abandoned?.attempt).toBe(1);
      const refused = await deployment.api.trigger("gate");
      await inState(deployment, refused.id, "Skipped");
    });

    test("a person gives its slot back: the history says who, and what waited begins", async () => {
      const place = await openGate({ whenFull: "queue" });
      const { deployment, gates } = place;
      const hung = await hang(place);
      const next = await deployment.api.trigger("gate");
      await withReason(place, next.id, "waits_for_slot");
      expect((await release(place, hung.id)).status).toBe(200);
      await gates.entered(next.id);
      expect(gates.inside).toBe(2);
      const given = await deployment.api.run(hung.id);
      expect(given).toMatchObject({ state: "Terminated", abandoned: null });
      expect(given.history.at(-1)?.reason).toContain("Slot of attempt 1 given back: asked for");
      const length = given.history.length;
      expect((await release(place, hung.id)).status).toBe(200);
      gates.succeed(hung.id);
      gates.succeed(next.id, "done");
      await inState(deployment, next.id, "Succeeded");
      expect((await deployment.api.run(hung.id)).history).toHaveLength(length);
      expect((await release(place, "nobody")).status).toBe(404);
    });

    test("a newer run of a job that replaces takes its place once it ends, whatever came between", async () => {
      const place = await openGate({ whenFull: "replace", timeoutMs: 600_000 });
      const { deployment, gates } = place;
      const old = await deployment.api.trigger("gate");
      await gates.entered(old.id);
      const between = await deployment.api.trigger("gate");
      await deployment.elapse(GRACE_MS + 1000);
      expect(await inState(deployment, old.id, "Cancelled")).toMatchObject({ reasonCode: "replaced" });
      await withReason(place, between.id, "waits_for_slot");
      const newest = await deployment.api.trigger("gate");
      expect(await inState(deployment, between.id, "Cancelled")).toMatchObject({ reasonCode: "replaced" });
      gates.succeed(old.id);
      gates.succeed(newest.id, "done");
      await inState(deployment, newest.id, "Succeeded");
      expect(gates.mostInside).toBe(1);
    });

    test("its unique key is free once its attempt has ended", async () => {
      const place = await openGate({ unique: "existing", uniqueKey: "args.customer", maxConcurrency: 2 });
      const { deployment, gates } = place;
      const hung = await hang(place, { args: { customer: "acme" } });
      const next = await deployment.api.trigger("gate", { args: { customer: "acme" } });
      expect(next.id).not.toBe(hung.id);
      gates.succeed(next.id, "done");
      await inState(deployment, next.id, "Succeeded");
    });

    test("of a recurring job fails its run, and later fires are skipped while the slot is taken", async () => {
      const place = await open((gates) => [
        defineRecurringJob({
          key: "gate",
          cron: cronOfBeats(harness),
          timeoutMs: TIMEOUT_MS,
          execute: (context) => gates.pass(context, true),
        }),
      ]);
      const { deployment } = place;
      await deployment.elapse(3 * beatOf(harness) + TIMEOUT_MS + GRACE_MS);
      const runs = await deployment.until("a fire to be skipped", async () => {
        const found = await deployment.api.runsOf("gate");
        return found.some(({ state }) => state === "Skipped") && found;
      });
      const first = runs.find(({ state }) => state === "Terminated");
      expect(first).toMatchObject({ abandoned: { attempt: 1 } });
      const others = runs.filter(({ id, state }) => id !== first?.id && state !== "Enqueued");
      expect(new Set(others.map(({ reasonCode }) => reasonCode))).toEqual(new Set(["job_full"]));
    });
  });
}
