import { describe, expect, it } from "vitest";
import { assertListenable, listenError, listenUrl } from "./listen-address.ts";

describe("listenUrl()", () => {
  it("puts an IPv6 address in brackets", () => {
    expect(listenUrl("::1", 7788)).toBe("http://[::1]:7788");
    expect(listenUrl("127.0.0.1", 80)).toBe("http://127.0.0.1:80");
  });
});

describe("listenError()", () => {
  it.each([
    [
      Object.assign(new Error("listen EADDRINUSE: address already in use"), { code: "EADDRINUSE" }),
      "the option port,",
    ],
    [Object.assign(new Error("Address in use (os error 98)"), { name: "AddrInUse" }), "in use"],
    [Object.assign(new Error("permission denied"), { code: "EACCES" }), "may not use it"],
    [Object.assign(new Error("no such host"), { code: "ENOTFOUND" }), "does not have the address"],
    [new Error("Something else"), "Something else"],
  ])("says what to do about %s", (cause, wanted) => {
    const error = listenError({ hostname: "127.0.0.1", port: 7788 }, cause);
    expect(error).toMatchObject({ code: "invalid_configuration", cause });
    expect(error.message).toContain('"127.0.0.1" port 7788');
    expect(error.message).toContain(wanted);
  });
});

describe("assertListenable()", () => {
  const localOnly = Object.assign(() => new Response(), { localOnly: true });

  it.each(["0.0.0.0", "::", "", "192.168.0.7", "localhost.example"])(
    "refuses %j for a handler that serves this machine alone",
    (hostname) => {
      expect(() => assertListenable(localOnly, { hostname, port: 0 })).toThrow("without a token");
      expect(() => assertListenable(() => new Response(), { hostname, port: 0 })).not.toThrow();
    },
  );

  it.each(["localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"])("takes %j", (hostname) => {
    expect(() => assertListenable(localOnly, { hostname, port: 0 })).not.toThrow();
  });
});
