import assert from "node:assert/strict";
import { MoJobError, MoJobErrorCode } from "@mojob/core";
import type { JsonValue } from "@mojob/core/ports";
import { aDefinition } from "./builders/a-definition.ts";
import { aWorkAttempt, type MadeAttempt, MadeFiles } from "./builders/a-work-attempt.ts";
import type { ContractRunner } from "./contract-runner.ts";
import {
  type OpenedRunner,
  type WorkCase,
  type WorkRunnerHarness,
  WorkRunnerPart,
} from "./work-runner-harness.ts";

const PATIENCE_MS = 10_000;
const AT_ONCE = 20;
const FLOODS = 5;
/** What five attempts that make too much may leave in memory. */
const MOST_GROWN_BYTES = 96 * 1024 * 1024;
const SECRET = "s3cret-value-of-the-contract";

type It = (name: string, body: (opened: OpenedRunner) => Promise<void>) => void;

/** Holds a runner to the whole contract of `IMoWorkRunner`. */
export function describeWorkRunner(run: ContractRunner, harness: WorkRunnerHarness): void {
  const it: It = (name, body) => {
    run.it(name, async () => {
      const opened = await harness.open();
      try {
        await body(opened);
      } finally {
        await opened.close();
      }
    });
  };
  run.describe("work runner", () => {
    run.describe("ends", () => describeEnds(it));
    run.describe("an attempt that is asked to end", () =>
      describeEnding(it, harness.patienceMs ?? PATIENCE_MS),
    );
    run.describe("bounds", () => describeBounds(run, it, harness));
  });
}

function describeEnds(it: It): void {
  it("takes work of its kind, and no other", async ({ runner, quick }) => {
    assert.equal(runner.canRun(aDefinition({ work: quick.work })), true);
    assert.equal(runner.canRun(aDefinition({ work: { kind: "code", handler: "other" } })), false);
    await assert.rejects(runner.run(aWorkAttempt({ kind: "code", handler: "other" }).attempt));
  });

  it("resolves to the result of the work, as JSON", async (opened) => {
    const { result } = await ended(opened, made(opened.quick));
    assert.deepEqual(JSON.parse(JSON.stringify(result)), opened.quick.result);
    assert.deepEqual(await opened.left(), []);
  });

  it("rejects with the error that fails the attempt", async (opened) => {
    const { error } = await ended(opened, made(opened.failing));
    assert.ok(error instanceof Error);
    assert.deepEqual(await opened.left(), []);
  });

  it("runs many at once, each by itself", async (opened) => {
    const attempts = Array.from({ length: AT_ONCE }, () => made(opened.quick));
    const ends = await Promise.all(attempts.map((attempt) => ended(opened, attempt)));
    for (const { result } of ends) assert.deepEqual(JSON.parse(JSON.stringify(result)), opened.quick.result);
    assert.deepEqual(await opened.left(), []);
  });
}

function describeEnding(it: It, patienceMs: number): void {
  for (const code of [MoJobErrorCode.Cancelled, MoJobErrorCode.Timeout, MoJobErrorCode.WorkerShutdown])
    it(`ends in time with the reason, and leaves nothing: ${code}`, async (opened) => {
      const attempt = made(opened.lasting);
      const running = ended(opened, attempt);
      await opened.lasting.begun();
      const reason = new MoJobError(code, "It was asked to end");
      attempt.abort(reason);
      const { error } = await within(patienceMs, running);
      assert.equal(error, reason);
      assert.deepEqual(await opened.left(), []);
    });

  it("does nothing where it was asked to end before it began", async (opened) => {
    const attempt = made(opened.lasting);
    const reason = new MoJobError(MoJobErrorCode.Cancelled, "It was asked to end");
    attempt.abort(reason);
    const { error } = await within(patienceMs, ended(opened, attempt));
    assert.equal(error, reason);
    assert.deepEqual(await opened.left(), []);
  });
}

function describeBounds(
  run: ContractRunner,
  it: It,
  { without = {}, usedBytes, killed }: WorkRunnerHarness,
): void {
  const part = (name: WorkRunnerPart, describe: () => void): void => {
    const reason = without[name];
    if (reason === undefined) return describe();
    run.it(`left out, ${name}: ${reason}`, async () => {});
  };
  part(WorkRunnerPart.Flooding, () =>
    it("fails work that makes too much, without keeping it in memory", async (opened) => {
      const flooding = stated(opened.flooding, WorkRunnerPart.Flooding);
      await ended(opened, made(flooding));
      const before = usedBytes();
      for (let turn = 0; turn < FLOODS; turn += 1) {
        const { error } = await ended(opened, made(flooding));
        assert.ok(error instanceof Error);
      }
      const grown = usedBytes() - before;
      assert.ok(grown < MOST_GROWN_BYTES, `Memory has grown by ${grown} bytes`);
      assert.deepEqual(await opened.left(), []);
    }),
  );
  part(WorkRunnerPart.Secret, () =>
    it("shows no secret in its lines, its result and its error", async (opened) => {
      const { name, ...secret } = stated(opened.secret, WorkRunnerPart.Secret);
      const attempt = made(secret, { [name]: SECRET });
      const { result, error } = await ended(opened, attempt);
      const shown = [...attempt.lines, JSON.stringify(result), String(error)].join("\n");
      assert.equal(shown.includes(SECRET), false);
      assert.ok(shown.includes("***"), `Nothing was shown at all: ${shown}`);
      assert.deepEqual(await opened.left(), []);
    }),
  );
  part(WorkRunnerPart.Killed, () =>
    run.it(
      "leaves nothing after its process was killed in the middle, once the next attempt has ended",
      async () => {
        assert.deepEqual(await stated(killed, WorkRunnerPart.Killed)(), []);
      },
    ),
  );
}

function stated<Value>(value: Value | undefined, part: WorkRunnerPart): Value {
  if (value === undefined)
    throw new TypeError(`The harness has to state "${part}", or in "without" why it does not hold`);
  return value;
}

function made({ work, args = null }: WorkCase, secrets?: Readonly<Record<string, string>>): MadeAttempt {
  return aWorkAttempt(work, { args, files: new MadeFiles(), ...(secrets !== undefined && { secrets }) });
}

interface End {
  readonly result: JsonValue;
  readonly error: unknown;
}

async function ended({ runner }: OpenedRunner, { attempt }: MadeAttempt): Promise<End> {
  try {
    return { result: (await runner.run(attempt)) as JsonValue, error: null };
  } catch (error) {
    return { result: null, error };
  }
}

async function within<Value>(patienceMs: number, waited: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It has not ended within ${patienceMs} ms`)), patienceMs);
  });
  try {
    return await Promise.race([waited, late]);
  } finally {
    clearTimeout(timer);
  }
}
