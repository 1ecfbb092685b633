import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { FetchHandler } from "@mojob/core/platform";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { serve, toNodeHandler } from "./mod.ts";

afterEach(() => vi.restoreAllMocks());

const LOOPBACK = { hostname: "127.0.0.1", port: 0 };

/** Each way of listening, with what a framework does to a request before. */
const WAYS: Readonly<
  Record<string, (fetch: FetchHandler, before?: (incoming: IncomingMessage) => void) => Promise<string>>
> = {
  async serve(fetch) {
    const server = await serve(fetch, LOOPBACK);
    onTestFinished(() => server.close());
    return server.url;
  },
  async toNodeHandler(fetch, before = () => {}) {
    const handle = toNodeHandler(fetch);
    const server = createServer((incoming, outgoing) => {
      before(incoming);
      void handle(incoming, outgoing);
    });
    await new Promise<void>((resolve) => server.listen(0, LOOPBACK.hostname, resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
};

it.each(Object.entries(WAYS))(
  "%s() hands over a Request that another one can be made of",
  async (_name, listen) => {
    const url = await listen(async (request) => {
      const headers = new Headers(request.headers);
      headers.set("x-user", "li");
      const made = new Request(request, { headers });
      return Response.json([made.method, made.url, made.headers.get("x-user"), await made.text()]);
    });
    const posted = await fetch(`${url}/a?b=1`, { method: "POST", body: "a body" });
    expect(await posted.json()).toEqual(["POST", `${url}/a?b=1`, "li", "a body"]);
    expect(await (await fetch(url)).json()).toEqual(["GET", `${url}/`, "li", ""]);
  },
);

it.each(Object.entries(WAYS))(
  "%s() writes a line about a handler that throws, and its caller gets a problem",
  async (_name, listen) => {
    const lines: unknown[] = [];
    vi.spyOn(console, "warn").mockImplementation((line: unknown) => void lines.push(line));
    const throws = (): Response => {
      throw new TypeError("The user is not known");
    };
    for (const handler of [throws, () => Promise.reject(new TypeError("The user is not known"))]) {
      const response = await fetch(await listen(handler));
      expect(response.status).toBe(500);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      const text = await response.text();
      expect(JSON.parse(text)).toMatchObject({ status: 500, code: "internal_error" });
      expect(text).not.toContain("user");
    }
    expect(lines).toHaveLength(2);
    expect(lines).toEqual(
      lines.map(() => expect.stringMatching(/^\[mojob\] .*TypeError: The user is not known/)),
    );
  },
);

it("toNodeHandler() passes on the address and the request as the framework has them", async () => {
  const url = await WAYS["toNodeHandler"]?.(
    (request, { originalUrl, incoming, peer }) =>
      Response.json([new URL(request.url).pathname, originalUrl, (incoming as { user: string }).user, peer]),
    (incoming) => {
      Object.assign(incoming, { originalUrl: incoming.url, url: "/", user: "li" });
    },
  );
  expect(await (await fetch(`${url}/ops?x=1`)).json()).toEqual(["/", "/ops?x=1", "li", "127.0.0.1"]);
});

it("toNodeHandler() ends the request's signal when its caller leaves", async () => {
  const aborted = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const url = await WAYS["toNodeHandler"]?.((request) => {
    begun.resolve();
    request.signal.addEventListener("abort", () => aborted.resolve());
    return new Promise<Response>(() => {});
  });
  const caller = new AbortController();
  const asked = fetch(String(url), { signal: caller.signal }).catch(() => null);
  await begun.promise;
  caller.abort();
  await aborted.promise;
  expect(await asked).toBeNull();
});
