import type { FeatureCopyOptions } from "@mojob/core/engine";
import { describe, expect, it } from "vitest";
import { anExporting, bytesOf, type Exporting, inParts, RANGE, WHOLE } from "../fixtures/exporting.ts";
import { ARCHIVE_RECORDS } from "./archive-records.ts";
import { copyExports } from "./copied-exports.ts";
import { EXPORT_RECORDS } from "./export-records.ts";

/** What gzip cannot shrink. */
function noise(length: number): string {
  let state = 1;
  return Array.from({ length: Math.ceil(length / 6) }, () => {
    state = (Math.imul(state, 48_271) % 2_147_483_647) >>> 0;
    return state.toString(36).padStart(6, "0").slice(-6);
  }).join("");
}

/** A scheduler with a file of several pieces, an archive made of it, and what is not to be copied. */
async function aSource(): Promise<Exporting & { readonly ids: Readonly<Record<string, string>> }> {
  const one = await anExporting();
  const { exports, archives } = one.scheduler;
  for (const id of ["a", "b", "c"]) await one.addRun({ id, result: noise(2_500_000) }, { log: [`of ${id}`] });
  const file = await one.fileOf(WHOLE);
  const [ready] = await exports.list();
  const archive = await archives.import("week.gz", inParts(file, 100_000));
  const cancelled = await exports.create(RANGE);
  await exports.cancel(cancelled.id);
  const running = await exports.create(RANGE);
  const receiving = { ...archive, id: "receiving", state: "receiving" as const, revision: 1 };
  await one.world.store.records(ARCHIVE_RECORDS).put([receiving]);
  const ids = { ready: ready?.id ?? "", archive: archive.id, cancelled: cancelled.id, running: running.id };
  return { ...one, ids };
}

function optionsOf(from: Exporting, to: Exporting, onCopied = (): void => {}): FeatureCopyOptions {
  return { tenant: "default", from: from.world.store, to: to.world.store, onCopied };
}

describe("a copy of exports and archives", () => {
  it("has their files byte for byte and all that archives show, and goes on where it was broken off", async () => {
    const from = await aSource();
    const { ids } = from;
    const to = await anExporting();
    // Broken off behind each part in turn: what is there by then has all of its file.
    for (let parts = 1, isComplete = false; !isComplete; parts += 1) {
      let left = parts;
      const copying = copyExports(
        optionsOf(from, to, () => {
          left -= 1;
          if (left === 0) throw new Error("The process was killed");
        }),
      );
      isComplete = await copying.then(
        () => true,
        () => false,
      );
      const listed = await to.scheduler.exports.list();
      for (const { id, size } of listed.filter(({ state }) => state === "ready"))
        expect((await bytesOf(await to.scheduler.exports.read(id, 0, size))).length).toBe(size);
      expect(parts).toBeLessThan(30);
    }
    const made = await from.scheduler.exports.get(ids["ready"] ?? "");
    expect(made.pieces.length).toBeGreaterThan(1);
    const bytes = async ({ scheduler }: Exporting): Promise<Buffer> =>
      Buffer.from(await bytesOf(await scheduler.exports.read(made.id, 0, made.size)));
    expect((await bytes(to)).equals(await bytes(from))).toBe(true);
    expect(await to.scheduler.exports.get(made.id)).toEqual({ ...made, revision: 1 });

    const shownBy = async ({ scheduler: { archives } }: Exporting): Promise<unknown> => {
      const id = ids["archive"] ?? "";
      const page = await archives.runs(id, {}, { limit: 10 });
      return {
        page,
        runs: await Promise.all(page.items.map((run) => archives.run(id, run.id))),
        logs: await Promise.all(page.items.map((run) => archives.logs(id, run.id, 0, 10))),
      };
    };
    expect(await shownBy(to)).toEqual(await shownBy(from));
  });

  it("writes no piece again that is there, and no archive over one that is", async () => {
    const from = await aSource();
    const to = await anExporting();
    await copyExports(optionsOf(from, to));
    const before = await to.world.store.files.runs("default", null, 1000);
    const { put } = to.world.store.files;
    to.world.store.files.put = () => Promise.reject(new Error("Nothing is to be written"));
    await copyExports(optionsOf(from, to));
    to.world.store.files.put = put;
    expect(await to.world.store.files.runs("default", null, 1000)).toEqual(before);
    expect(await to.scheduler.archives.list()).toMatchObject([{ revision: 1 }]);
  });

  it("leaves behind what is half made: an export under way, an archive that arrives, bytes of one that was cancelled", async () => {
    const from = await aSource();
    const { ids } = from;
    const to = await anExporting();
    await copyExports(optionsOf(from, to));
    const all = await to.world.store
      .records(EXPORT_RECORDS)
      .find({ tenant: "default", order: ["id"], limit: 10 });
    expect(all.map(({ id, state, pieces, size }) => [id, state, pieces.length > 0, size > 0])).toEqual([
      [ids["ready"], "ready", true, true],
      [ids["cancelled"], "cancelled", false, false],
    ]);
    expect((await to.scheduler.archives.list()).map(({ id }) => id)).toEqual([ids["archive"]]);
    expect(await to.world.store.records(ARCHIVE_RECORDS).count("default")).toBe(1);
    // What was copied goes when its time is over, as on the source.
    await to.world.clock.advance(3 * 24 * 3_600_000);
    await to.pass();
    expect(
      (await to.world.store.files.runs("default", null, 100)).filter((id) => id.includes("export:")),
    ).toEqual([]);
  });
});
