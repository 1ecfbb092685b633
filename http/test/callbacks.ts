import type { JobContext } from "@mojob/core";
import type { IMoWorkRunner } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { openTestApi, type TestApi } from "./test-api.ts";

const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";

interface Opened {
  readonly api: TestApi;
  readonly id: string;
  /** The address that the run's target was given. */
  readonly path: { readonly id: string; readonly token: string };
}

/** An API that wants a token, and a run that waits for a callback. */
async function openWaiting(): Promise<Opened> {
  const given = Promise.withResolvers<string>();
  const requests: IMoWorkRunner<JobContext> = {
    kind: "http",
    handlers: [],
    canRun: ({ work }) => work.kind === "http",
    async run({ openCallback, context }) {
      const callback = await openCallback?.();
      given.resolve(callback?.url ?? "");
      return callback?.ended(context);
    },
  };
  const api = await openTestApi({
    token: TOKEN,
    runners: [requests],
    publicUrl: () => "https://jobs.example.com",
  });
  const work = {
    kind: "http",
    method: "POST",
    url: "http://a.test",
    headers: {},
    body: null,
    success: null,
  } as const;
  await api.scheduler.jobs.create({ key: "ask", app: "ledger", kind: "triggered", work });
  const { id } = await api.scheduler.trigger("ask");
  const [callbackId = "", token = ""] = (await given.promise).split("/").slice(-2);
  return { api, id, path: { id: callbackId, token } };
}

/** Reports of work elsewhere. */
export function describeCallbacks(): void {
  describe("callbacks", () => {
    it("are taken without the API's token, and end the run", async () => {
      const { api, id, path } = await openWaiting();
      const half = await api.call("reportCallback", { path, body: { state: "running", progress: 0.5 } });
      expect([half.status, half.body]).toEqual([200, { state: "running" }]);
      const done = { path, body: { state: "succeeded", result: { rows: 7 } } };
      expect((await api.call("reportCallback", done)).body).toEqual({ state: "succeeded" });
      expect((await api.call("reportCallback", done)).status).toBe(200);
      const other = await api.call("reportCallback", { path, body: { state: "failed", error: "late" } });
      expect(other).toMatchObject({ status: 409, body: { code: "callback_ended" } });
      await api.clock.advance(1000);
      expect(await api.scheduler.instances.get(id)).toMatchObject({
        state: "Succeeded",
        result: { rows: 7 },
        progress: { fraction: 0.5 },
      });
    });

    it.each([
      ["another state", { state: "done" }, "/state"],
      ["a progress beyond all", { state: "running", progress: 2 }, "/progress"],
      ["an error of two lines", { state: "failed", error: "a\nb" }, "/error"],
      ["an unknown member", { state: "succeeded", value: 1 }, "/value"],
      ["a result of more than 256 KiB", { state: "succeeded", result: "x".repeat(270_000) }, "/result"],
    ])("with %s are refused, and the run goes on", async (_, body, pointer) => {
      const { api, id, path } = await openWaiting();
      const refused = await api.call("reportCallback", { path, body });
      expect(refused).toMatchObject({
        status: 400,
        body: { code: "invalid_argument", errors: [{ pointer }] },
      });
      expect((await api.scheduler.instances.get(id)).state).toBe("Processing");
    });

    it("at another address are refused, whatever is wrong with it", async () => {
      const { api, path } = await openWaiting();
      const body = { state: "succeeded" };
      for (const wrong of [
        { ...path, token: "nobody" },
        { ...path, id: "nobody" },
      ])
        expect(await api.call("reportCallback", { path: wrong, body })).toMatchObject({
          status: 404,
          body: { code: "callback_not_found" },
        });
    });
  });
}
