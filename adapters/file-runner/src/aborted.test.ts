import { randomBytes } from "node:crypto";
import { renameSync } from "node:fs";
import { MoJobError } from "@mojob/core";
import { aWorkAttempt } from "@mojob/contract-tests";
import type { JobWork } from "@mojob/core/ports";
import { expect, onTestFinished, test } from "vitest";
import { FileSetup } from "../fixtures/file-setup.ts";

const MB = 1024 * 1024;

test.each<readonly [string, object]>([
  ["copy", { do: "copy", from: "in:large", to: "out:target" }],
  ["concat", { do: "concat", from: ["in:large", "in:large", "in:large"], to: "out:target" }],
  ["split", { do: "split", from: "in:large", to: "out:target", by: { bytes: 100_000 } }],
  ["pack zip", { do: "pack", from: "in:", to: "out:target", format: "zip" }],
  ["pack tar.gz", { do: "pack", from: "in:", to: "out:target", format: "tar.gz" }],
  ["unpack zip", { do: "unpack", from: "in:large.zip", to: "out:target", format: "zip" }],
  ["unpack tar.gz", { do: "unpack", from: "in:large.tar.gz", to: "out:target", format: "tar.gz" }],
])(
  "%s ends in the middle with the reason, and leaves nothing",
  { timeout: 60_000 },
  async (operation, work) => {
    const setup = new FileSetup();
    onTestFinished(() => setup.remove());
    setup.put("in/large", randomBytes(48 * MB));
    if (operation.startsWith("unpack")) {
      const format = operation.slice("unpack ".length);
      await setup.run({ do: "pack", from: "in:large", to: "out:packed", format });
      renameSync(setup.path("out/packed"), setup.path(`in/large.${format}`));
    }
    const { attempt, abort } = aWorkAttempt({ kind: "file", ...work } as unknown as JobWork);
    const running = setup.runner.run(attempt).then(
      () => "succeeded",
      (error: unknown) => error,
    );
    const reason = new MoJobError("cancelled", "It was asked to end");
    while (setup.names("out").length === 0) await new Promise((resolve) => setImmediate(resolve));
    abort(reason);
    expect(await running).toBe(reason);
    expect(setup.names("out")).toEqual([]);
  },
);

test("a stored file that never comes is left at the end of the attempt", async () => {
  const setup = new FileSetup();
  onTestFinished(() => setup.remove());
  const file = setup.files.put("never", "x");
  const work = { kind: "file", do: "copy", from: { stored: "args" }, to: "out:target" } as unknown as JobWork;
  const made = aWorkAttempt(work, { args: file });
  const { context } = made.attempt;
  const read = async (): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> => new ReadableStream();
  // Its scheduler is a getter, which a copy would call.
  const stalled = Object.create(context, { files: { value: { ...context.files, read } } }) as typeof context;
  const running = setup.runner.run({ ...made.attempt, context: stalled });
  running.catch(() => {});
  while (setup.names("out").length === 0) await new Promise((resolve) => setImmediate(resolve));
  made.abort(new Error("enough"));
  await expect(running).rejects.toThrow("enough");
  expect(setup.names("out")).toEqual([]);
});
