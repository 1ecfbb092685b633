import { describe, expect, it } from "vitest";
import { listenError, listenUrl } from "./listen-address.ts";

describe("listenUrl()", () => {
  it("puts an IPv6 address in brackets", () => {
    expect(listenUrl("::1", 7788)).toBe("http://[::1]:7788");
    expect(listenUrl("127.0.0.1", 80)).toBe("http://127.0.0.1:80");
  });
});

describe("listenError()", () => {
  it.each([
    [Object.assign(new Error("listen EADDRINUSE: address already in use"), { code: "EADDRINUSE" }), "in use"],
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
