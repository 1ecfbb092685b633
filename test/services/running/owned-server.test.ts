import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type OwnedServer, startOwnedServer } from "./owned-server.ts";

/** Serves on the port; with "wedge" it accepts connections and never responds. */
const PROGRAM = `
  const [port, mode] = process.argv.slice(1);
  if (mode === "end") { console.log("no such option"); process.exit(1); }
  require("node:http").createServer((_, response) => { if (mode !== "wedge") response.end(mode); }).listen(Number(port), "127.0.0.1");
`;

/** A program that works begins within it on a busy machine too. */
const PATIENCE_MS = 4000;

interface Started {
  readonly server: OwnedServer;
  readonly folders: readonly string[];
}

/** A server whose starts are in these modes, one after another. */
async function startInModes(...modes: readonly string[]): Promise<Started> {
  const folders: string[] = [];
  let starts = 0;
  const server = await startOwnedServer({
    name: "example",
    command: process.execPath,
    patienceMs: PATIENCE_MS,
    prepare: (folder) => writeFile(join(folder, "data"), String(folders.push(folder))),
    args: (port) => ["-e", PROGRAM, String(port), modes[starts++] ?? "serve"],
    async probe(port) {
      await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1000) });
    },
  });
  return { server, folders };
}

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  vi.spyOn(process.stderr, "write").mockImplementation((text) => printed.push(String(text)) > 0);
});

describe("startOwnedServer()", { timeout: 60_000 }, () => {
  it("starts a server that does not respond again, with a fresh folder, and reports it", async () => {
    const { server, folders } = await startInModes("wedge", "serve");
    try {
      expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(200);
      expect(folders).toHaveLength(2);
      expect(printed.join("")).toMatch(/example does not work after 4000 ms: .*; starting it again/);
    } finally {
      await server.close();
    }
  });

  it("starts a server that does not respond after its restart again, with the folder it had", async () => {
    const { server, folders } = await startInModes("serve", "wedge", "serve");
    try {
      await server.kill();
      await server.restart();
      expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(200);
      expect(await readFile(join(folders[0] ?? "", "data"), "utf8")).toBe("1");
    } finally {
      await server.close();
    }
  });

  it("throws what the server printed when none of its starts succeeds", async () => {
    const { server } = await startInModes("end", "end", "end").catch((error: unknown) => ({ server: error }));
    expect(server).toBeInstanceOf(Error);
    expect(String(server)).toContain("example ended at once: no such option");
  });
});
