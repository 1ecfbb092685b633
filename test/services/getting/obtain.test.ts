import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { obtain, type ProgramSource } from "./obtain.ts";

let cache: string;
let filled: string[] = [];

function source(name: string, failure?: string): ProgramSource {
  return {
    name,
    async fill(folder) {
      filled.push(name);
      await writeFile(join(folder, "half"), name);
      if (failure !== undefined) throw new Error(failure);
    },
  };
}

beforeEach(async () => {
  filled = [];
  cache = await mkdtemp(join(tmpdir(), "mojob-obtain-"));
  // This run's own preparation marked it.
  vi.stubEnv("TEST_SERVICES_PREPARED", undefined);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => rm(cache, { recursive: true, force: true }));

describe("obtain()", () => {
  it("takes the first source that can be filled and keeps it", async () => {
    const sources = [source("download", "unreachable"), source("build")];
    const { folder } = await obtain("a server", sources, cache);
    expect(await readFile(join(folder, "half"), "utf8")).toBe("build");
    expect((await obtain("a server", sources, cache)).folder).toBe(folder);
    expect(filled).toEqual(["download", "build"]);
  });

  it("prefers what is in the cache to an earlier source that is not", async () => {
    await obtain("a server", [source("build")], cache);
    await obtain("a server", [source("download"), source("build")], cache);
    expect(filled).toEqual(["build"]);
  });

  it("names every reason when there is none, and keeps nothing that is half there", async () => {
    const sources = [source("download", "unreachable"), source("build", "install cargo")];
    const both = /^Cannot get a server\n {2}download: unreachable\n {2}build: install cargo$/;
    await expect(obtain("a server", sources, cache)).rejects.toThrow(both);
    await expect(obtain("a server", sources, cache)).rejects.toThrow(both);
  });

  it("fills nothing once the tests were prepared", async () => {
    vi.stubEnv("TEST_SERVICES_PREPARED", "yes");
    await expect(obtain("a server", [source("build")], cache)).rejects.toThrow("Cannot get a server");
    expect(filled).toEqual([]);
  });

  it("lets one of two callers fill and the other wait for it", async () => {
    const [one, other] = await Promise.all([
      obtain("a server", [source("build")], cache),
      obtain("a server", [source("build")], cache),
    ]);
    expect(one.folder).toBe(other.folder);
    expect(filled).toEqual(["build"]);
  });
});
