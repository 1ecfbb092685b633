import { randomBytes } from "node:crypto";
import { renameSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { describe, expect, it, onTestFinished } from "vitest";
import { FileSetup } from "../fixtures/file-setup.ts";

const PROGRAM = fileURLToPath(new URL("../fixtures/files-program.ts", import.meta.url));
const ATTEMPT = fileURLToPath(new URL("../fixtures/attempt-program.ts", import.meta.url));
const PART = ".mojob-part-";

/** A JSON pointer to a member of the work. */
const pointerTo = (member: string): string => ["", "work", member].join("/");

type Ended = Readonly<Record<string, unknown>>;

const done = (result: unknown): object => ({ state: "Succeeded", result });
const failed = (code: string): object => ({ state: "Terminated", code, result: null });

describe.each([NODE, BUN, DENO])("jobs with files on $name", (runtime) => {
  it("read, make, cut, pack and remove, below their roots alone", { timeout: 120_000 }, async () => {
    await using program = spawnProgram(runtime, PROGRAM);
    const { code } = await program.exit;
    const ends = program
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Ended);
    const ended = (name: string): Ended =>
      ends.find((end) => end["name"] === name) ?? { missing: program.output() };

    expect(ended("read")).toMatchObject(done({ text: "1\n2\n", size: 4 }));
    expect(ended("large")).toMatchObject(done({ file: { name: "large", size: 300_000 }, size: 300_000 }));
    for (const name of ["link", "outside"]) expect(ended(name)).toMatchObject(failed("path_refused"));
    expect(ended("missing")).toMatchObject(failed("file_unavailable"));
    expect(ended("write")).toMatchObject(done({ path: "out:deep/w.txt", size: 5 }));
    expect(ended("append")).toMatchObject(done({ path: "out:deep/w.txt", size: 6 }));
    expect(ended("again")).toMatchObject(failed("file_exists"));
    expect(ended("concat")).toMatchObject(done({ path: "out:all.csv", size: 6, files: 2 }));
    expect(ended("split")).toMatchObject(done({ count: 3, size: 6 }));
    expect(ended("checksum")).toMatchObject(done({ checksum: "c0710d6b4f15dfa88f600b0e6b624077" }));
    expect(ended("copy")).toMatchObject(done({ path: "out:copy.csv", size: 4 }));
    expect(ended("move")).toMatchObject(done({ path: "out:moved/copy.csv" }));
    const listed = (ended("list")["result"] as { readonly entries: readonly { readonly path: string }[] })
      .entries;
    expect(listed.map(({ path }) => path)).toEqual([
      "all.csv",
      "deep",
      "deep/w.txt",
      "moved",
      "moved/copy.csv",
      "parts",
      "parts/part-0001",
      "parts/part-0002",
      "parts/part-0003",
    ]);
    for (const format of ["zip", "tar"]) {
      expect(ended(`pack-${format}`)).toMatchObject(done({ files: 3, folders: 0 }));
      expect(ended(`unpack-${format}`)).toMatchObject(done({ files: 3, folders: 0, size: 6 }));
    }
    expect(ended("stored")).toMatchObject(done({ file: { name: "a.zip" }, files: 1 }));
    expect(ended("remove")).toMatchObject(done({ removed: 4 }));
    expect(ended("exists")).toMatchObject(done({ exists: false }));
    expect(ended("read-only")).toMatchObject({
      issues: [{ pointer: pointerTo("to"), code: "not_one_of", parameters: { values: ["out"] } }],
    });
    expect(ended("no-root")).toMatchObject({ issues: [{ pointer: pointerTo("from"), code: "not_one_of" }] });
    expect(ended("left")["texts"]).toEqual(["2\n", "2\n"]);
    expect((ended("left")["names"] as readonly string[]).filter((name) => name.includes(PART))).toEqual([]);
    expect(code).toBe(0);
  });

  it.each<readonly [string, object]>([
    ["copy", { do: "copy", from: "in:large", to: "out:target" }],
    ["append", { do: "write", to: "out:grown", text: "!", ifExists: "append" }],
    ["concat", { do: "concat", from: ["in:large", "in:large", "in:large"], to: "out:target" }],
    ["split", { do: "split", from: "in:large", to: "out:target", by: { bytes: 10_000_000 } }],
    ["pack zip", { do: "pack", from: "in:", to: "out:target", format: "zip" }],
    ["pack tar.gz", { do: "pack", from: "in:", to: "out:target", format: "tar.gz" }],
    ["unpack zip", { do: "unpack", from: "in:large.zip", to: "out:target", format: "zip" }],
    ["unpack tar.gz", { do: "unpack", from: "in:large.tar.gz", to: "out:target", format: "tar.gz" }],
  ])(
    "leave no half of a target where they are killed, and nothing once they were tried again: %s",
    { timeout: 120_000 },
    async (operation, work) => {
      const setup = new FileSetup();
      onTestFinished(() => setup.remove());
      // Within a window of deflate nothing comes twice: packed, it is half as long.
      const large = Buffer.from(`${randomBytes(512 * 1024).toString("hex")}\n`.repeat(64));
      setup.put("in/large", large);
      if (operation === "append") setup.put("out/grown", large);
      if (operation.startsWith("unpack")) {
        const format = operation.slice("unpack ".length);
        await setup.run({ do: "pack", from: "in:large", to: "out:packed", format });
        renameSync(setup.path("out/packed"), setup.path(`in/large.${format}`));
      }
      const before = setup.names("out");
      const isPart = (name: string): boolean => name.startsWith(PART);
      const text = JSON.stringify({ kind: "file", ...work });
      await using program = spawnProgram(runtime, ATTEMPT, {
        args: [setup.path("in"), setup.path("out"), "run-1", text],
      });
      // It is in the middle once it has begun to write.
      await expect.poll(() => setup.names("out").some(isPart), { timeout: 30_000, interval: 1 }).toBe(true);
      program.signalAlone("SIGKILL");
      await program.exit;
      const left = setup.names("out");
      expect(left.filter((name) => !isPart(name))).toEqual(before);
      expect(left.length).toBeGreaterThan(before.length);
      if (operation === "append") expect(statSync(setup.path("out/grown")).size).toBe(large.length);
      await setup.run(work, { instanceId: "run-1", attempt: 2 });
      expect(setup.names("out")).toEqual([operation === "append" ? "grown" : "target"]);
    },
  );
});
