import process, { memoryUsage } from "node:process";
import { fileURLToPath } from "node:url";
import { aWorkAttempt, describeWorkRunner, type OpenedRunner } from "@mojob/contract-tests";
import type { JobWork } from "@mojob/core/ports";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Protocol, type ServedFiles, serveFiles } from "../fixtures/servers.ts";
import { TransferSetup } from "../fixtures/transfer-setup.ts";

const PROGRAM = fileURLToPath(new URL("../fixtures/attempt-program.ts", import.meta.url));
const MB = 1024 * 1024;

const transferWork = (work: object): JobWork =>
  ({ kind: "transfer", connection: "partner", ...work }) as unknown as JobWork;

/** The connections that this process has. */
const sockets = (): readonly string[] =>
  process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap");

/** @param isUpload whether what lasts is sent, and not brought */
function describeOver(protocol: Protocol, isUpload: boolean): void {
  let served: ServedFiles;
  beforeAll(async () => {
    served = await serveFiles(protocol, { bytesPerSecond: 16 * MB });
  }, 30_000);
  afterAll(() => served[Symbol.asyncDispose]());

  async function open(): Promise<OpenedRunner> {
    served.clear();
    const setup = new TransferSetup(served.connection, { limits: { fileMb: 8, totalMb: 12 } });
    served.put("a.txt", "content");
    served.put("large", new Uint8Array(8 * MB));
    setup.put("in/large", new Uint8Array(8 * MB));
    const made = (): readonly string[] => [
      ...setup.names("out"),
      ...served.names().filter((name) => !["a.txt", "large"].includes(name)),
    ];
    return {
      runner: setup.runner,
      quick: {
        work: transferWork({ do: "exists", at: "none" }),
        result: { exists: false },
      },
      failing: { work: transferWork({ do: "download", from: "none", to: "out:none" }) },
      lasting: {
        work: transferWork(
          isUpload
            ? { do: "upload", from: "in:large", to: "target" }
            : { do: "download", from: "large", to: "out:target" },
        ),
        begun: async () => {
          while (made().length === 0) await new Promise((resolve) => setImmediate(resolve));
        },
      },
      flooding: {
        work: transferWork({
          do: "download",
          from: ["large", "large", "large"],
          to: "out:",
          ifExists: "replace",
        }),
      },
      left: async () => {
        // Their ends are seen a moment later.
        await expect.poll(sockets, { timeout: 5000 }).toEqual([]);
        // What a run of more files brought before it failed is whole, and stays.
        return made().filter((name) => name !== "large");
      },
      close: async () => setup.remove(),
    };
  }

  async function killed(): Promise<readonly string[]> {
    served.clear();
    const setup = new TransferSetup(served.connection);
    try {
      setup.put("in/large", new Uint8Array(48 * MB));
      const work = transferWork({ do: "upload", from: "in:large", to: "target" });
      const options = {
        connections: { partner: served.connection },
        roots: { in: { folder: setup.path("in") } },
      };
      await using program = spawnProgram(NODE, PROGRAM, {
        args: [JSON.stringify(options), "run-1", JSON.stringify(work)],
      });
      await expect.poll(() => served.names().length, { timeout: 20_000, interval: 1 }).toBeGreaterThan(0);
      program.signalAlone("SIGKILL");
      await program.exit;
      expect(served.names()).toEqual([expect.stringContaining(".mojob-part-")]);
      await setup.runner.run(aWorkAttempt(work, { instanceId: "run-1", attempt: 2 }).attempt);
      return served.names().filter((name) => name !== "target");
    } finally {
      setup.remove();
    }
  }

  describeWorkRunner(
    { describe, it: (name, body) => it(name, { timeout: 90_000 }, body) },
    {
      open,
      killed,
      usedBytes: () => memoryUsage().rss,
      without: { secret: "the secrets of connections are the operator's, and work names none" },
    },
  );
}

describe("downloads over FTP", () => describeOver("ftp", false));
describe("uploads over FTP", () => describeOver("ftp", true));
describe("downloads over SFTP", () => describeOver("sftp", false));
describe("uploads over SFTP", () => describeOver("sftp", true));
