import { describe, expect, it } from "vitest";
import { createAddressGuard } from "./address-guard.ts";

describe("createAddressGuard()", () => {
  const guard = createAddressGuard({ allow: ["10.1.0.0/16", "fd00:1::/32", "192.168.7.7", "hooks.corp"] });

  it.each([
    ["93.184.216.34", true],
    ["2606:4700::1", true],
    ["10.1.200.3", true],
    ["::ffff:10.1.200.3", true],
    ["fd00:1::5", true],
    ["192.168.7.7", true],
    ["192.168.7.8", false],
    ["10.2.0.1", false],
    ["fd00:2::5", false],
    ["127.0.0.1", false],
    ["169.254.169.254", false],
    ["::1", false],
    ["::ffff:127.0.0.1", false],
    ["::127.0.0.1", false],
    ["::7f00:1", false],
    ["::10.2.0.1", false],
    ["::10.1.200.3", true],
    ["::a9fe:a9fe", false],
    ["::", false],
    ["::2", false],
    ["168.63.129.16", false],
    ["::ffff:168.63.129.16", false],
    ["::168.63.129.16", false],
    ["168.63.129.17", true],
    ["fe80::1", false],
    ["0.0.0.0", false],
    ["255.255.255.255", false],
    ["224.0.0.1", false],
    ["2002:7f00:1::", false],
    ["64:ff9b::a00:1", false],
    ["not an address", false],
  ])("says of %s: %s", (address, may) => expect(guard.mayConnect("any.test", address)).toBe(may));

  it("allows a name whatever its addresses are", () => {
    expect(guard.mayConnect("hooks.corp", "10.9.9.9")).toBe(true);
    expect(guard.mayConnect("other.corp", "10.9.9.9")).toBe(false);
  });

  it("leaves the hosts that are listed", () => {
    const { mayAsk } = createAddressGuard({ hosts: ["api.example.com", "*.Corp"] });
    const hosts = [
      "api.example.com",
      "hooks.corp",
      "corp",
      "evilcorp",
      "example.com",
      "api.example.com.evil.test",
    ];
    expect(hosts.filter(mayAsk)).toEqual(["api.example.com", "hooks.corp"]);
  });

  it("leaves nothing but what is allowed, where only that is", () => {
    const allow = ["10.1.0.0/16", "node.corp", "*.svc.corp"];
    const { mayAsk, mayConnect } = createAddressGuard({ allow, onlyAllowed: true });
    const hosts = [
      "10.1.2.3",
      "10.2.0.1",
      "93.184.216.34",
      "node.corp",
      "a.svc.corp",
      "svc.corp",
      "evil.corp",
    ];
    expect(hosts.filter(mayAsk)).toEqual(["10.1.2.3", "node.corp", "a.svc.corp"]);
    expect(mayConnect("a.svc.corp", "10.9.9.9")).toBe(true);
    expect(mayConnect("93.184.216.34", "93.184.216.34")).toBe(false);
  });

  it.each(["10.1.0.0/99", "http://hooks.corp", "a b", "", "*.corp"])("refuses to allow %j", (entry) => {
    expect(() => createAddressGuard({ allow: [entry] })).toThrow("it must be an address, a range");
  });
});
