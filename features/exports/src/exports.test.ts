import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { anExporting, bytesOf, inParts, WHOLE } from "../fixtures/exporting.ts";

function linesOf(file: Uint8Array): readonly Readonly<Record<string, unknown>>[] {
  return gunzipSync(file)
    .toString("utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("an export", () => {
  it("has the runs of its range with their logs, files, jobs and workers, and is read in parts", async () => {
    const one = await anExporting();
    const csv = new TextEncoder().encode("a;b\n1;2\n");
    await one.addRun(
      { id: "run-1", args: { day: "Monday" } },
      { log: ["begun", "ended"], files: { "out.csv": csv } },
    );
    await one.addRun({ id: "run-2", state: "Terminated" });
    await one.world.actLog.noteDone("user:li", { kind: "cancel", app: "mail", jobKey: "mail.send" });
    const { id } = await one.scheduler.exports.create(WHOLE);
    await one.pass();
    const made = await one.scheduler.exports.get(id);
    expect(made).toMatchObject({ state: "ready", expectedRuns: 2 });
    expect(made.counts).toMatchObject({ runs: 2, logs: 2, files: 1, definitions: 1, workers: 1 });
    const whole = await bytesOf(await one.scheduler.exports.read(id, 0, made.size));
    expect(whole.length).toBe(made.size);
    const types = linesOf(whole).map(({ type }) => type);
    expect(types).toEqual([
      "manifest",
      "definition",
      "run",
      "run",
      "log",
      "file",
      "bytes",
      "act",
      "worker",
      "seal",
      "end",
    ]);
    const parts = [
      await bytesOf(await one.scheduler.exports.read(id, 0, 100)),
      await bytesOf(await one.scheduler.exports.read(id, 100, made.size)),
    ];
    expect(Buffer.concat(parts)).toEqual(Buffer.from(whole));
  });

  it("is imported as an archive that shows what was exported", async () => {
    const one = await anExporting();
    const csv = new TextEncoder().encode("a;b\n1;2\n");
    const run = await one.addRun(
      { id: "run-1", args: { day: "Monday" }, result: { rows: 3 } },
      { log: ["begun", "ended"], files: { "out.csv": csv } },
    );
    const other = await anExporting();
    const file = await one.fileOf(WHOLE);
    const archive = await other.scheduler.archives.import("export.ndjson.gz", inParts(file, 7));
    expect(archive).toMatchObject({ state: "ready", counts: { runs: 1, logs: 2, files: 1 } });
    const { archives } = other.scheduler;
    const page = await archives.runs(archive.id, {}, { limit: 10 });
    expect(page.items).toMatchObject([{ id: "run-1", jobKey: "mail.send", lines: 2 }]);
    const shown = await archives.run(archive.id, "run-1");
    expect(shown.run).toMatchObject({ args: run.args, result: run.result, history: run.history });
    expect((await archives.logs(archive.id, "run-1", 1, 10)).map(({ message }) => message)).toEqual([
      "ended",
    ]);
    const { open } = await archives.file(archive.id, "run-1", "out.csv");
    expect(Buffer.from(await bytesOf(open()))).toEqual(Buffer.from(csv));
    const { items } = await archives.records(archive.id, "definitions", { limit: 10 });
    expect(items).toMatchObject([{ definition: { key: "mail.send" } }]);
    // Nothing of it is a run here.
    expect((await other.scheduler.instances.list({}, { limit: 10 })).items).toEqual([]);
  });

  it("takes along the samples that features keep, page by page, and an archive shows them", async () => {
    const asked: unknown[] = [];
    const one = await anExporting([
      {
        name: "worker-load",
        async read({ after, apps }) {
          asked.push([after, apps]);
          return after === null
            ? { records: [{ worker: "w1", cpu: 0.5 }], next: "1" }
            : { records: [{ worker: "w2", cpu: 0.7 }], next: null };
        },
      },
    ]);
    await one.addRun({ id: "run-1" });
    const file = await one.fileOf({ ...WHOLE, apps: ["mail"] });
    expect(asked).toEqual([
      [null, ["mail"]],
      ["1", ["mail"]],
    ]);
    const { archives } = one.scheduler;
    const { id, counts } = await archives.import("x.gz", inParts(file));
    expect(counts.samples).toBe(2);
    const first = await archives.records(id, "samples", { limit: 1 });
    expect(first.items).toEqual([{ name: "worker-load", sample: { worker: "w1", cpu: 0.5 } }]);
    const rest = await archives.records(id, "samples", { limit: 1, cursor: first.nextCursor! });
    expect(rest).toMatchObject({ items: [{ sample: { worker: "w2" } }], nextCursor: null });
    const stale = archives.records(id, "samples", { limit: 1, cursor: "3" });
    await expect(stale).rejects.toMatchObject({ code: "invalid_argument" });
  });

  it("is cancelled while it is made, expires, and leaves no file", async () => {
    const one = await anExporting();
    await one.addRun({ id: "run-1" });
    const { exports } = one.scheduler;
    const cancelled = await exports.create(WHOLE);
    expect((await exports.cancel(cancelled.id)).state).toBe("cancelled");
    const { id } = await exports.create(WHOLE);
    await one.pass();
    const { store, clock } = one.world;
    const kept = await store.files.runs("default", null, 100);
    expect(kept.length).toBe(1);
    expect((await exports.get(id)).state).toBe("ready");
    await clock.advance(3 * 24 * 3_600_000);
    await one.pass();
    expect(await store.files.runs("default", null, 100)).toEqual([]);
    expect(await exports.list()).toEqual([]);
  });
});
