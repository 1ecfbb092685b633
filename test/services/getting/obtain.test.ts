import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { obtain, type ProgramSource } from "./obtain.ts";
import { SERVICE_CACHE } from "./service-cache.ts";

vi.hoisted(() => {
  process.env["XDG_CACHE_HOME"] = `${process.env["TMPDIR"] ?? "/tmp"}/mojob-obtain-${process.pid}`;
});

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
  await rm(SERVICE_CACHE, { recursive: true, force: true });
  // This run's own preparation marked it.
  vi.stubEnv("TEST_SERVICES_PREPARED", undefined);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterAll(() => rm(join(SERVICE_CACHE, ".."), { recursive: true, force: true }));

describe("obtain()", () => {
  it("takes the first source that can be filled and keeps it", async () => {
    const sources = [source("download", "unreachable"), source("build")];
    const { folder } = await obtain("a server", sources);
    expect(await readFile(join(folder, "half"), "utf8")).toBe("build");
    expect((await obtain("a server", sources)).folder).toBe(folder);
    expect(filled).toEqual(["download", "build"]);
  });

  it("prefers what is in the cache to an earlier source that is not", async () => {
    await obtain("a server", [source("build")]);
    await obtain("a server", [source("download"), source("build")]);
    expect(filled).toEqual(["build"]);
  });

  it("names every reason when there is none, and keeps nothing that is half there", async () => {
    const sources = [source("download", "unreachable"), source("build", "install cargo")];
    const both = /^Cannot get a server\n {2}download: unreachable\n {2}build: install cargo$/;
    await expect(obtain("a server", sources)).rejects.toThrow(both);
    await expect(obtain("a server", sources)).rejects.toThrow(both);
  });

  it("fills nothing once the tests were prepared", async () => {
    vi.stubEnv("TEST_SERVICES_PREPARED", "yes");
    await expect(obtain("a server", [source("build")])).rejects.toThrow("Cannot get a server");
    expect(filled).toEqual([]);
  });

  it("lets one of two callers fill and the other wait for it", async () => {
    const [one, other] = await Promise.all([
      obtain("a server", [source("build")]),
      obtain("a server", [source("build")]),
    ]);
    expect(one.folder).toBe(other.folder);
    expect(filled).toEqual(["build"]);
  });
});
