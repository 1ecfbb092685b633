import { describe, expect, it } from "vitest";
import { resolveConnection, type TransferConnection } from "./connection.ts";
import { transferRunner } from "./mod.ts";

const FTPS: TransferConnection = {
  protocol: "ftps",
  host: "files.example.com",
  user: "shop",
  password: "tiger-password",
};
const HOST_KEY = `SHA256:${"A".repeat(43)}`;
const SFTP: TransferConnection = { ...FTPS, protocol: "sftp", hostKey: HOST_KEY };

describe("connections of transfers", () => {
  it.each<readonly [string, object, string]>([
    ["a/b", FTPS, "without spaces"],
    ["a:write", FTPS, 'and ":"'],
    ["a", { ...FTPS, protocol: "scp" }, "its protocol has to be one of ftp, ftps"],
    ["a", { ...FTPS, host: "ftp://files.example.com/" }, "its host has to be a name or an address"],
    ["a", { ...FTPS, user: "shop\r\nDELE a" }, "its user has to be"],
    ["a", { ...FTPS, password: "tiger-password\r\nDELE a" }, "its password has to be"],
    ["a", { ...FTPS, port: 70_000 }, "its port has to be a whole number from 1 to 65535"],
    ["a", { ...FTPS, timeoutMs: 0 }, "its timeoutMs"],
    ["a", { ...FTPS, idleMs: 0.5 }, "its idleMs"],
    ["a", { ...FTPS, folder: "/out/../in" }, 'its folder has to be a path such as "/outgoing"'],
    ["a", { ...FTPS, folder: "/out\r\nDELE a" }, "its folder has to be a path"],
    ["a", { ...FTPS, password: undefined }, "ftps needs a password"],
    ["a", { ...FTPS, hostKey: HOST_KEY }, 'ftps has no use for "hostKey"'],
    ["a", { ...FTPS, privateKey: "tiger-password" }, 'ftps has no use for "privateKey"'],
    ["a", { ...FTPS, protocol: "ftp", ca: "-----" }, 'ftp has no use for "ca"'],
    ["a", { ...SFTP, hostKey: undefined }, "sftp needs a hostKey"],
    ["a", { ...SFTP, hostKey: [] }, "sftp needs a hostKey"],
    ["a", { ...SFTP, hostKey: "MD5:00:11" }, "sftp needs a hostKey"],
    ["a", { ...SFTP, hostKey: [HOST_KEY, "*"] }, "sftp needs a hostKey"],
    ["a", { ...SFTP, ca: "-----" }, 'sftp has no use for "ca"'],
    ["a", { ...SFTP, password: undefined }, "sftp needs a password or a privateKey"],
    ["a", { ...SFTP, passphrase: "tiger-password" }, "its passphrase needs a privateKey"],
  ])('refuse "%s" with %o, without showing a secret', (name, given, message) => {
    const resolve = (): unknown => resolveConnection(name, given as TransferConnection);
    expect(resolve).toThrow(message);
    expect(resolve).not.toThrow(/tiger-password/);
  });

  it("have the port of their protocol, and hide what is secret in what is said", () => {
    const ports = (["ftp", "ftps", "ftps-implicit"] as const).map(
      (protocol) => resolveConnection("a", { ...FTPS, protocol }).port,
    );
    expect([...ports, resolveConnection("a", SFTP).port]).toEqual([21, 21, 990, 22]);
    const { mask } = resolveConnection("a", { ...SFTP, privateKey: "key-of-shop", passphrase: "opens-it" });
    expect(mask.text("tiger-password key-of-shop opens-it")).toBe("*** *** ***");
  });

  it("are those of a tenant, and so are roots", () => {
    const runner = transferRunner({
      connections: { own: { ...FTPS, tenants: ["acme"] }, all: { ...FTPS, readOnly: true } },
      roots: { in: { folder: "/srv/in", tenants: ["acme"] } },
    });
    expect(runner.names).toEqual(["own", "own:write", "all", "root:in", "root:in:write"]);
    expect(runner.ofTenant?.("acme")?.names).toEqual(runner.names);
    expect(runner.ofTenant?.("other")?.names).toEqual(["all"]);
    const acme = transferRunner({ connections: { own: { ...FTPS, tenants: ["acme"] } } });
    expect(acme.ofTenant?.("other")).toBeNull();
  });

  it("are not opened with numbers that are none", () => {
    expect(() => transferRunner({ connections: { a: FTPS }, maxAtOnce: 0 })).toThrow("maxAtOnce");
    expect(() => transferRunner({ connections: { a: FTPS }, limits: { fileMb: 0.5 } })).toThrow("fileMb");
    expect(() => transferRunner({ connections: { a: FTPS }, roots: { In: { folder: "/a" } } })).toThrow("In");
  });
});
