import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { RuntimeUnderTest } from "@mojob/test-services/spawned-program";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spawnServer, type SpawnedServer } from "./spawned-server.ts";

/** Bun cuts off a client that sends no headers after 10 s of its own; the other limits are set lower here. */
const TEST_TIMEOUT_MS = 90_000;
const REQUEST_TIMEOUT_MS = "1000";

const HALF_HEADERS = "GET /status HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ";
const HALF_BODY = "POST /length HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\na";

/** What one client may take of a server, proved on the real runtime: no connection is held without end. */
export function limitTests(runtime: RuntimeUnderTest): void {
  describe.concurrent(`the limits of the ${runtime.name} adapter`, () => {
    let server: SpawnedServer;
    beforeAll(async () => {
      server = await spawnServer(runtime, "plain-server.ts", { REQUEST_TIMEOUT_MS });
    });
    afterAll(() => server?.[Symbol.asyncDispose]());

    it.each([
      ["sends nothing", "", false],
      ["sends half of its headers", HALF_HEADERS, false],
      ["sends its headers byte by byte", HALF_HEADERS, true],
      ["sends half of its body", HALF_BODY, false],
      ["sends its body byte by byte", HALF_BODY, true],
    ])(
      "closes the connection of a client that %s",
      { timeout: TEST_TIMEOUT_MS },
      async (_what, beginning, isDripping) => {
        await using client = await open(server);
        client.send(beginning);
        if (isDripping) client.drip();
        await client.closed;
        expect((await fetch(`${server.url}/status`)).status).toBe(418);
      },
    );

    it.each([
      ["one header of 128 KiB", `X-Large: ${"a".repeat(128 * 1024)}\r\n`],
      ["5,000 headers", Array.from({ length: 5000 }, (_, index) => `X-${index}: a\r\n`).join("")],
    ])("refuses %s", async (_what, headers) => {
      await using client = await open(server);
      client.send(`GET /status HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`);
      await client.closed;
      // A runtime that closes before it has read everything may lose its own response.
      expect(client.received()).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
      expect((await fetch(`${server.url}/status`)).status).toBe(418);
    });

    it.each([
      ["no Host", "GET /a/status HTTP/1.0\r\n\r\n"],
      ["a Host that is none", "GET /a/status HTTP/1.1\r\nHost: a@b\r\nConnection: close\r\n\r\n"],
      ["an empty Host", "GET /a/status HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n"],
    ])("never serves another path than the one that was asked for with %s", async (_what, request) => {
      await using client = await open(server);
      client.send(request);
      await client.closed;
      // The handler is not called, or with the whole path.
      expect(client.received()).toMatch(/^HTTP\/1\.1 (400 |200 [^]*"pathname":"\/a\/status")/);
    });
  });
}

interface RawClient extends AsyncDisposable {
  readonly closed: Promise<unknown>;
  send(text: string): void;
  /** Sends a byte now and then until the connection is closed. */
  drip(): void;
  received(): string;
}

async function open({ url }: SpawnedServer): Promise<RawClient> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  let received = "";
  let dripping: NodeJS.Timeout | undefined;
  socket.setEncoding("utf8").on("data", (text: string) => (received += text));
  // A reset is one way of closing; "close" follows it.
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.once("close", resolve));
  void closed.then(() => clearInterval(dripping));
  await once(socket, "connect");
  return {
    closed,
    send: (text) => void socket.write(text),
    drip: () => void (dripping = setInterval(() => socket.write("a"), 200)),
    received: () => received,
    async [Symbol.asyncDispose]() {
      socket.destroy();
      await closed;
    },
  };
}
