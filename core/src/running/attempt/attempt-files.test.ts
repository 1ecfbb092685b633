import { describe, expect, test } from "vitest";
import { aRunningInstance, attemptOf } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { AttemptFiles } from "./attempt-files.ts";

async function aPlace() {
  const { store } = createWorld();
  const run = aRunningInstance({ id: "run-1" });
  await store.instances.insert([run]);
  const attempt = attemptOf(run);
  const stop = new AbortController();
  const filesOf = (claim: string): AttemptFiles =>
    new AttemptFiles({ store, attempt: { ...attempt, claim }, signal: stop.signal });
  const stored = async (): Promise<readonly string[]> =>
    (await store.files.list(run.tenant, run.id)).map(({ name }) => name);
  return { store, run, stop, stored, own: filesOf(attempt.claim), former: filesOf("of an attempt before") };
}

describe("the files of an attempt", () => {
  test("are not stored by one that is no longer the run's, whose file of that name stays", async () => {
    const { own, former, stored } = await aPlace();
    const file = await own.write("a.txt", "of this one");
    await expect(former.write("a.txt", "of the one before")).rejects.toMatchObject({
      code: "illegal_transition",
      message: 'Cannot store a file of run "run-1": its attempt 1 has ended',
    });
    await expect(former.write("b.txt", "of the one before")).rejects.toMatchObject({
      code: "illegal_transition",
    });
    expect(await stored()).toEqual(["a.txt"]);
    expect(await new Response(await former.read(file)).text()).toBe("of this one");
  });

  test("are not stored once the attempt was asked to end, however far they were read", async () => {
    const { own, stop, stored } = await aPlace();
    const reason = new MoJobError(MoJobErrorCode.Timeout, "It took too long");
    const content = async function* (): AsyncGenerator<string> {
      yield "half";
      stop.abort(reason);
      yield "whole";
    };
    await expect(own.write("a.txt", content())).rejects.toBe(reason);
    await expect(own.write("b.txt", "")).rejects.toBe(reason);
    expect(await stored()).toEqual([]);
  });

  test("are read with the whole value alone, and as long as they have that content", async () => {
    const { own } = await aPlace();
    const before = await own.write("a.txt", new TextEncoder().encode("first"));
    const after = await own.write("a.txt", new Blob(["second"]).stream());
    await expect(own.read(before)).rejects.toMatchObject({ code: "file_not_found" });
    expect(await new Response(await own.read(after)).text()).toBe("second");
    await expect(own.read({ ...after, size: 5 })).rejects.toMatchObject({ code: "file_not_found" });
    await expect(own.read({ ...after, more: 1 })).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(own.read({ $file: after.$file })).rejects.toMatchObject({ code: "invalid_argument" });
  });
});
