import { createHash, randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { PROTOCOLS, type Protocol, type ServedFiles, serveFiles } from "../fixtures/servers.ts";
import { TransferSetup } from "../fixtures/transfer-setup.ts";

const PROGRAM = fileURLToPath(new URL("../fixtures/transfers-program.ts", import.meta.url));
const ATTEMPT = fileURLToPath(new URL("../fixtures/attempt-program.ts", import.meta.url));
const TIMEOUT_MS = 120_000;
const PART = ".mojob-part-";
const MB = 1024 * 1024;

type Ended = Readonly<Record<string, unknown>>;

const done = (result: unknown): object => ({ state: "Succeeded", result });
const failed = (code: string): object => ({ state: "Terminated", code, result: null });

describe.each([NODE, BUN, DENO])("transfers on $name", (runtime) => {
  const servers = new Map<Protocol, ServedFiles>();
  const of = (protocol: Protocol): ServedFiles => servers.get(protocol) as ServedFiles;
  beforeAll(async () => {
    // Deno does not go on with sessions of TLS.
    const wantsSession = runtime.name !== "deno";
    for (const protocol of PROTOCOLS) servers.set(protocol, await serveFiles(protocol, { wantsSession }));
  }, TIMEOUT_MS);
  afterAll(async () => {
    for (const served of servers.values()) await served[Symbol.asyncDispose]();
  });

  it("bring, send, list, move and remove files over each protocol", { timeout: TIMEOUT_MS }, async () => {
    const setup = new TransferSetup(of("ftp").connection);
    onTestFinished(() => setup.remove());
    const large = randomBytes(5 * MB + 1);
    const checksum = createHash("sha256").update(large).digest("hex");
    setup.put("in/large", large);
    const connections: Record<string, object> = {};
    const jobs: Record<string, object> = {};
    for (const protocol of PROTOCOLS) {
      const { connection } = of(protocol);
      of(protocol).put("day/a.csv", "1\n2\n");
      connections[protocol] = connection;
      connections[`${protocol}-strange`] =
        protocol === "sftp"
          ? { ...connection, hostKey: `SHA256:${"A".repeat(43)}` }
          : { ...connection, ca: undefined };
      const job = (name: string, work: object): void => {
        jobs[`${name}.${protocol}`] = { work: { connection: protocol, ...work }, args: { day: "day" } };
      };
      job("send", { do: "upload", from: "in:large", to: "sent/large" });
      job("bring", { do: "download", from: "sent/large", to: `out:${protocol}`, expect: checksum });
      job("stored", { do: "download", from: "{args.day}/a.csv", to: { store: "a.csv" } });
      job("move", { do: "move", from: "sent/large", to: "sent/moved" });
      job("list", { do: "list", at: "sent" });
      job("remove", { do: "remove", at: "sent/moved" });
      job("exists", { do: "exists", at: "sent/moved" });
      job("missing", { do: "download", from: "none", to: "out:none" });
      job("strange", { connection: `${protocol}-strange`, do: "list", at: "" });
    }
    jobs["noConnection"] = { work: { connection: "other", do: "list", at: "" } };
    jobs["readOnly"] = { work: { connection: "ftp", do: "download", from: "a", to: "in:a" } };
    const roots = {
      in: { folder: setup.path("in"), readOnly: true },
      out: { folder: setup.path("out") },
    };
    await using program = spawnProgram(runtime, PROGRAM, {
      args: [JSON.stringify({ connections, roots }), JSON.stringify(jobs)],
    });
    const { code } = await program.exit;
    const ends = program
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Ended);
    const ended = (name: string): Ended =>
      ends.find((end) => end["name"] === name) ?? { missing: program.output() };
    for (const protocol of PROTOCOLS) {
      const of = (name: string): Ended => ended(`${name}.${protocol}`);
      const size = large.length;
      expect(of("send")).toMatchObject(done({ path: `${protocol}:sent/large`, size }));
      expect(of("bring")).toMatchObject(done({ path: `out:${protocol}`, size, checksum }));
      expect(of("stored")).toMatchObject(done({ file: { name: "a.csv", size: 4 } }));
      expect(of("move")).toMatchObject(done({ path: `${protocol}:sent/moved` }));
      expect(of("list")).toMatchObject(
        done({ count: 1, size, entries: [{ path: "moved", type: "file", size }] }),
      );
      expect(of("remove")).toMatchObject(done({ removed: 1 }));
      expect(of("exists")).toMatchObject(done({ exists: false }));
      expect(of("missing")).toMatchObject(failed("file_unavailable"));
      if (protocol !== "ftp") expect(of("strange")).toMatchObject(failed("transfer_identity"));
    }
    expect(ended("noConnection")).toMatchObject({
      issues: [{ pointer: ["", "work", "connection"].join("/"), code: "not_one_of" }],
    });
    expect(ended("readOnly")).toMatchObject({
      issues: [
        { pointer: ["", "work", "to"].join("/"), code: "not_one_of", parameters: { values: ["out"] } },
      ],
    });
    expect(setup.names("out")).toEqual(PROTOCOLS.toSorted());
    expect(code).toBe(0);
  });

  it.each(["ftp", "sftp"] as const)(
    "leave no half of a file where they are killed, and nothing once they were tried again: %s",
    { timeout: TIMEOUT_MS },
    async (protocol) => {
      await using served = await serveFiles(protocol, { bytesPerSecond: 16 * MB });
      const setup = new TransferSetup(served.connection);
      onTestFinished(() => setup.remove());
      const large = randomBytes(48 * MB);
      served.put("large", large);
      setup.put("in/large", large);
      const options = {
        connections: { partner: served.connection },
        roots: { in: { folder: setup.path("in") }, out: { folder: setup.path("out") } },
      };
      const isPart = (name: string): boolean => name.startsWith(PART);
      const works = [
        [{ do: "download", from: "large", to: "out:target" }, () => setup.names("out")],
        [{ do: "upload", from: "in:large", to: "target" }, () => served.names()],
      ] as const;
      for (const [work, names] of works) {
        const text = JSON.stringify({ kind: "transfer", connection: "partner", ...work });
        await using program = spawnProgram(runtime, ATTEMPT, {
          args: [JSON.stringify(options), "run-1", text],
        });
        // It is in the middle once it has begun to write.
        await expect.poll(() => names().some(isPart), { timeout: 30_000, interval: 1 }).toBe(true);
        program.signalAlone("SIGKILL");
        await program.exit;
        expect(names().filter(isPart)).toHaveLength(1);
        expect(names()).not.toContain("target");
        await setup.run(work, { instanceId: "run-1", attempt: 2 });
        expect(names().filter((name) => name !== "large")).toEqual(["target"]);
      }
      expect(served.bytes("target").equals(large)).toBe(true);
    },
  );
});
