import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { memoryUsage } from "node:process";
import { describeWorkRunner, type OpenedRunner } from "@mojob/contract-tests";
import type { JobWork } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { noticeRunner } from "./notice-runner.ts";
import { NOTICE_KIND } from "./work/notice-work.ts";

const MB = 1024 * 1024;

/** Notices to a chat of its own. */
async function open(): Promise<OpenedRunner> {
  let waiting = 0;
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const path = request.url ?? "";
      if (path === "/take") response.end("ok");
      else if (path.startsWith("/refuse")) response.writeHead(400).end(`there is no ${path}`);
      else if (path === "/flood") response.end("x".repeat(8 * MB));
      else {
        waiting += 1;
        response.on("close", () => (waiting -= 1));
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const to = (path: string): JobWork => ({
    kind: NOTICE_KIND,
    service: "slack",
    url: `http://127.0.0.1:${port}${path}`,
  });
  return {
    runner: noticeRunner({ allow: ["127.0.0.1"] }),
    quick: { work: to("/take"), result: { sent: 1 } },
    failing: { work: to("/refuse") },
    lasting: {
      work: to("/wait"),
      begun: () => expect.poll(() => waiting, { timeout: 10_000, interval: 5 }).toBe(1),
    },
    flooding: { work: to("/flood") },
    secret: { name: "TOKEN", work: to("/refuse/{{secrets.TOKEN}}") },
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
