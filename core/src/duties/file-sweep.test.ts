import { describe, expect, test } from "vitest";
import { anInstance } from "@mojob/test-fixtures/records";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import { keptFilesId } from "../model/name/kept-files.ts";
import { FILE_LIMITS } from "../model/file/stored-file.ts";
import { FileSweep } from "./file-sweep.ts";

async function* aByte(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1);
}

const never = new AbortController().signal;

async function aPlace(ids: readonly string[], kept: readonly string[]) {
  const world: World = createWorld();
  const { files, instances } = world.store;
  await instances.insert(kept.map((id) => anInstance({ id })));
  for (const instanceId of ids)
    await files.put({ tenant: "default", instanceId, name: "a" }, aByte(), FILE_LIMITS);
  const sweep = new FileSweep({ tenant: "default", files, instances });
  return { files, sweep, left: () => files.runs("default", null, 10_000) };
}

describe("FileSweep", () => {
  test("removes the files of runs that are no more, and leaves those of others", async () => {
    const place = await aPlace(["a", "b", "c", "d"], ["b", "d"]);
    expect(await place.sweep.run(never)).toMatchObject({ nextInMs: 10_000 });
    expect(await place.left()).toEqual(["b", "d"]);
    await place.sweep.run(never);
    expect(await place.left()).toEqual(["b", "d"]);
  });

  test("goes on in the next pass where a pass has looked at as many runs as it may, and begins again after the last", async () => {
    const ids = Array.from({ length: 2500 }, (_, index) => `run-${String(index).padStart(4, "0")}`);
    const kept = ids.filter((_, index) => index % 2 === 0);
    const place = await aPlace(ids, kept);
    expect(await place.sweep.run(never)).toMatchObject({ nextInMs: 20_000 });
    expect((await place.left()).length).toBe(1500);
    expect(await place.sweep.run(never)).toMatchObject({ nextInMs: 10_000 });
    expect(await place.left()).toEqual(kept);
    await place.files.put({ tenant: "default", instanceId: "a", name: "a" }, aByte(), FILE_LIMITS);
    await place.sweep.run(never);
    expect(await place.left()).toEqual(kept);
  });

  test("leaves files that a feature keeps under an id that no run has", async () => {
    const id = keptFilesId("export:1");
    const place = await aPlace(["a", id], []);
    await place.sweep.run(never);
    expect(await place.left()).toEqual([id]);
  });

  test("does nothing once it is to end", async () => {
    const place = await aPlace(["a"], []);
    await place.sweep.run(AbortSignal.abort());
    expect(await place.left()).toEqual(["a"]);
  });
});
