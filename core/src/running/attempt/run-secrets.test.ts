import { describe, expect, it } from "vitest";
import { anExecutorSetup, type ExecutorSetupOptions } from "@mojob/test-fixtures/executor";
import { parseKeyRing } from "../../base/sealing/key-ring.ts";
import type { JobContext } from "../../job/job-context.ts";
import { secretKey } from "../../model/name/state-key.ts";
import type { IMoWorkRunner, WorkAttempt } from "../../ports/work-runner.ts";
import { StoredSecrets } from "../../secrets/stored-secrets.ts";

const KEYS = parseKeyRing(`k1 ${btoa("k".repeat(32))}`);
const VALUE = "hunter2-hunter2";

/** A worker whose job is a program that is given `TOKEN`; what the program does is the test's. */
async function aWorker(
  run: (attempt: WorkAttempt<JobContext>) => unknown,
  options: ExecutorSetupOptions = {},
) {
  let calls = 0;
  const runner: IMoWorkRunner<JobContext> = {
    kind: "command",
    handlers: [],
    canRun: ({ work }) => work.kind === "command",
    run: async (attempt) => {
      calls += 1;
      return run(attempt);
    },
  };
  const work = { kind: "command", argv: ["any"], secrets: ["TOKEN"] } as const;
  const place = await anExecutorSetup({ keys: KEYS, work, runners: [runner], ...options });
  const { state, clock, store } = place;
  const stored = new StoredSecrets({ tenant: "default", state, clock, keys: KEYS });
  await place.enqueue("a");
  const take = async () => {
    await place.take("a");
    const run = await place.instance("a");
    const lines = await store.logs.list("default", "a", 0, 100);
    return { run, lines: lines.map(({ message }) => message), calls };
  };
  return { take, stored, state };
}

describe("a run with secrets", () => {
  it("is given them, and shows them nowhere", async () => {
    const { take, stored } = await aWorker(({ context, secrets }) => {
      const value = secrets?.values.get("TOKEN") ?? "";
      context.log.info(`before ${value} after`);
      context.log.warn(`Basic ${btoa(`me:${value}`)}`);
      context.progress(0.5, `half of ${value}`);
      return { [value]: [value, value.length] };
    });
    await stored.save("mail", "TOKEN", VALUE, null, () => true);
    const { run, lines } = await take();
    expect(run).toMatchObject({ state: "Succeeded", result: { "***": ["***", VALUE.length] } });
    expect(run.progress?.message ?? "half of ***").toBe("half of ***");
    expect(lines[0]).toBe("before *** after");
    expect(JSON.stringify([run, lines])).not.toMatch(/hunter2|aHVudGVy|1bnRlcj/);
  });

  it("hides them in what its error says, before that is cut", async () => {
    const { take, stored } = await aWorker(
      ({ secrets }) => {
        throw new Error(`${"x".repeat(216)}${secrets?.values.get("TOKEN")} ${"refused".repeat(10)}`);
      },
      { worker: { maxErrorBytes: 1024 } },
    );
    await stored.save("mail", "TOKEN", VALUE, null, () => true);
    const { run } = await take();
    expect(run.state).toBe("Terminated");
    expect(JSON.stringify(run)).toContain("x".repeat(100));
    expect(JSON.stringify(run)).not.toContain("hunt");
  });

  it("fails before anything of it starts where the app has no such secret, and is not retried", async () => {
    const { take, stored } = await aWorker(() => null, { options: { retryCount: 3 } });
    await stored.save("shop", "TOKEN", VALUE, null, () => true);
    const { run, calls } = await take();
    expect(run).toMatchObject({
      state: "Terminated",
      attempt: 1,
      error: { code: "secret_missing", message: 'The job\'s app has no secret "TOKEN"' },
    });
    expect(calls).toBe(0);
  });

  it("fails before anything of it starts where the worker lacks the key, which it names", async () => {
    const { take, state } = await aWorker(() => null);
    const sealed = await parseKeyRing(`k2 ${btoa("z".repeat(32))}`).seal(VALUE, "any");
    const at = "2026-01-01T00:00:00.000Z";
    await state.set(secretKey("default", "mail", "TOKEN"), {
      version: 1,
      sealed: { ...sealed },
      createdAt: at,
      createdBy: null,
      updatedAt: at,
      updatedBy: null,
    });
    const { run, calls } = await take();
    expect(run.error).toMatchObject({ code: "secret_sealed", parameters: { name: "TOKEN", key: "k2" } });
    expect(calls).toBe(0);
  });
});
