import { StateStoreInMemory } from "@mojob/memory";
import { describe, expect, it, vi } from "vitest";
import { neverAborted } from "../base/never-aborted.ts";
import type { WorkContext } from "../ports/work-runner.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { CallbackAddresses, Woken } from "./callback-addresses.ts";

const RUN = { instanceId: "a", retry: 0, ttlMs: 60_000 };
const DONE = { state: "succeeded", result: { rows: 7 } } as const;

/** Two processes over one state store. */
function aPlace() {
  const clock = createFakeClock();
  const state = new StateStoreInMemory({ clock });
  const errors: unknown[] = [];
  const runs = { woken: [] as string[], next: [] as Woken[] };
  const addresses = (): CallbackAddresses =>
    new CallbackAddresses({
      tenant: "default",
      state,
      clock,
      url: "https://jobs.example.com",
      wake: (id) => {
        runs.woken.push(id);
        return Promise.resolve(runs.next.shift() ?? Woken.Yes);
      },
      onError: (error) => errors.push(error),
    });
  const progress: unknown[] = [];
  const context = {
    signal: neverAborted,
    progress: (...said: unknown[]) => progress.push(said),
  } as unknown as WorkContext;
  return { clock, worker: addresses(), api: addresses(), context, progress, errors, runs };
}

function partsOf(url: string): [id: string, token: string] {
  const [id = "", token = ""] = url.split("/").slice(-2);
  return [id, token];
}

describe("CallbackAddresses", () => {
  it("gives a worker what another process was sent", async () => {
    const { clock, worker, api, context, progress, errors } = aPlace();
    const { url, ended } = await worker.open(RUN);
    const waiting = ended(context);
    await api.accept(...partsOf(url), { state: "running", progress: 0.5, message: "half" });
    await clock.advance(500);
    expect(progress).toEqual([[0.5, "half"]]);
    expect(await api.accept(...partsOf(url), DONE)).toBe("succeeded");
    await clock.advance(500);
    expect(await waiting).toEqual({ rows: 7 });
    await clock.advance(500);
    expect([clock.pending, errors]).toEqual([0, []]);
  });

  it("takes an end that is sent again, and no other one after it", async () => {
    const { worker, api } = aPlace();
    const { url } = await worker.open(RUN);
    const send = (report: Parameters<CallbackAddresses["accept"]>[2]): Promise<string> =>
      api.accept(...partsOf(url), report).catch(({ code }: { code: string }) => code);
    const sent = [DONE, { state: "failed", error: "late" } as const, { state: "running" } as const, DONE];
    const answers: string[] = [];
    for (const report of sent) answers.push(await send(report));
    expect(answers).toEqual(["succeeded", "callback_ended", "callback_ended", "succeeded"]);
  });

  it("of two ends that are sent at once keeps one", async () => {
    const { worker, api } = aPlace();
    const { url } = await worker.open(RUN);
    const answers = await Promise.all(
      [1, 2].map((rows) =>
        api
          .accept(...partsOf(url), { state: "succeeded", result: { rows } })
          .catch(({ code }: { code: string }) => code),
      ),
    );
    expect(answers.sort()).toEqual(["callback_ended", "succeeded"]);
  });

  it("refuses another token, another attempt's, and any once the time or the attempt is over", async () => {
    const { clock, worker, api } = aPlace();
    const first = await worker.open(RUN);
    const retry = await worker.open({ ...RUN, retry: 1 });
    expect(partsOf(retry.url)[0]).not.toBe(partsOf(first.url)[0]);
    const [id] = partsOf(first.url);
    const unknown = { code: "callback_not_found" };
    await expect(api.accept(id, partsOf(retry.url)[1], DONE)).rejects.toMatchObject(unknown);
    await expect(api.accept("nobody", "token", DONE)).rejects.toMatchObject(unknown);
    await first.close();
    await expect(api.accept(...partsOf(first.url), DONE)).rejects.toMatchObject({ code: "callback_ended" });
    await clock.advance(60_000);
    await expect(api.accept(...partsOf(retry.url), DONE)).rejects.toMatchObject(unknown);
  });

  it("has the same address for an attempt that goes on waiting, also for what was reported meanwhile", async () => {
    const { worker, api, context } = aPlace();
    const first = await worker.open(RUN);
    expect(first.wasSent).toBe(false);
    await first.sent();
    await api.accept(...partsOf(first.url), DONE);
    const second = await api.open(RUN);
    expect([second.url, second.wasSent]).toEqual([first.url, true]);
    expect(await second.ended(context)).toEqual({ rows: 7 });
  });

  it("keeps an end that comes before it is waited for, and wakes nobody", async () => {
    const { worker, api, runs } = aPlace();
    const { url, endedOrWakes } = await worker.open({ ...RUN, retry: null });
    await api.accept(...partsOf(url), { state: "running", progress: 0.5 });
    await api.accept(...partsOf(url), DONE);
    expect(await endedOrWakes()).toEqual({ result: { rows: 7 } });
    expect(runs.woken).toEqual([]);
  });

  it("wakes the run that waits without a worker, once its attempt has snoozed it", async () => {
    const { clock, worker, api, runs } = aPlace();
    const { url, endedOrWakes } = await worker.open({ ...RUN, retry: null });
    expect(await endedOrWakes()).toBeNull();
    runs.next.push(Woken.Busy, Woken.Busy);
    const accepted = api.accept(...partsOf(url), DONE);
    // Addresses are compared by digests, which are made outside the event loop: the clock cannot know when it waits.
    await vi.waitFor(async () => {
      await clock.advance(100);
      expect(runs.woken).toHaveLength(3);
    });
    expect(await accepted).toBe("succeeded");
    expect(runs.woken).toEqual(["a", "a", "a"]);
    expect(await (await worker.open({ ...RUN, retry: null })).endedOrWakes()).toEqual({
      result: { rows: 7 },
    });
  });

  it("refuses an end for a run that has ended by itself, and an address that was renewed", async () => {
    const { worker, api, runs } = aPlace();
    const first = await worker.open({ ...RUN, retry: null });
    const second = await worker.open({ ...RUN, retry: null, renews: true });
    await expect(api.accept(...partsOf(first.url), DONE)).rejects.toMatchObject({
      code: "callback_not_found",
    });
    expect(await second.endedOrWakes()).toBeNull();
    runs.next.push(Woken.Over);
    for (let time = 0; time < 2; time += 1)
      await expect(api.accept(...partsOf(second.url), DONE)).rejects.toMatchObject({
        code: "callback_ended",
      });
    expect(runs.woken).toEqual(["a"]);
  });
});
