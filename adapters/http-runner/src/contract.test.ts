import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { memoryUsage } from "node:process";
import { describeWorkRunner, type OpenedRunner } from "@mojob/contract-tests";
import type { HttpWork } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { httpRunner } from "./http-runner.ts";

const MB = 1024 * 1024;

/** Requests to a server that also counts what is connected to it. */
async function open(): Promise<OpenedRunner> {
  let waiting = 0;
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      if (request.url === "/echo") response.end(body);
      else if (request.url === "/refuse") response.writeHead(400).end(body);
      else if (request.url === "/flood") response.end("x".repeat(8 * MB));
      else {
        waiting += 1;
        response.on("close", () => (waiting -= 1));
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const to = (path: string, body: string | null = null): HttpWork => ({
    kind: "http",
    method: "POST",
    url: `http://127.0.0.1:${port}${path}`,
    headers: {},
    body,
    success: null,
  });
  return {
    runner: httpRunner({ allow: ["127.0.0.1"] }),
    quick: { work: to("/echo"), args: { n: 1 }, result: { n: 1 } },
    failing: { work: to("/refuse") },
    lasting: {
      work: to("/wait"),
      begun: () => expect.poll(() => waiting, { timeout: 10_000, interval: 5 }).toBe(1),
    },
    flooding: { work: to("/flood") },
    secret: { name: "TOKEN", work: to("/refuse", "no {{secrets.TOKEN}}") },
    left: async () => {
      await expect.poll(() => waiting, { timeout: 5000, interval: 5 }).toBe(0);
      return [];
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

describeWorkRunner(
  { describe, it: (name, body) => it(name, { timeout: 60_000 }, body) },
  {
    open,
    usedBytes: () => memoryUsage().rss,
    without: { killed: "a request ends with its process, and leaves nothing on the machine" },
  },
);
