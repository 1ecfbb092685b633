import { describe, expect, it } from "vitest";
import { resolveConnection } from "./connection.ts";
import { sqlRunner } from "./mod.ts";

describe("connections", () => {
  it.each([
    ["orders", "oracle://scott:tiger-password@db/orders", "its url has to begin with postgres://"],
    ["orders", "nothing", "its url has to begin with postgres://"],
    ["orders", "sqlite:orders.db", "an absolute path"],
    ["orders", "sqlite://orders.db", "its url has to begin with postgres://"],
    ["a/b", "sqlite:/srv/orders.db", "without spaces"],
    ["", "sqlite:/srv/orders.db", "without spaces"],
  ])('refuse "%s" at %s, without showing the address', (name, url, message) => {
    const resolve = (): unknown => resolveConnection(name, { url });
    expect(resolve).toThrow(message);
    expect(resolve).not.toThrow(/tiger-password/);
  });

  it("refuse a time that is none", () => {
    for (const timeoutMs of [0, -1, 1.5, Number.NaN, 86_400_001])
      expect(() => resolveConnection("a", { url: "sqlite:/a", timeoutMs })).toThrow("its timeoutMs");
  });

  it("hide their password in every form in what is said", () => {
    const { mask } = resolveConnection("a", { url: "postgres://li:p%40ss-word-1@db/orders" });
    expect(mask.text("p%40ss-word-1 and p@ss-word-1")).toBe("*** and ***");
    const plain = resolveConnection("a", { url: "mysql://li:100%25-of-it@db/a?password=other-password" });
    expect(plain.mask.text("100%-of-it other-password")).toBe("*** ***");
  });

  it("are those of a tenant", () => {
    const runner = sqlRunner({
      connections: {
        own: { url: "sqlite:/srv/own.db", tenants: ["acme"] },
        all: { url: "sqlite:/srv/all.db" },
      },
    });
    expect(runner.names).toEqual(["own", "all"]);
    expect(runner.ofTenant?.("acme")?.names).toEqual(["own", "all"]);
    const other = runner.ofTenant?.("other");
    expect(other?.names).toEqual(["all"]);
    expect(other?.canRun({ work: { kind: "sql", connection: "own", statement: "SELECT 1" } } as never)).toBe(
      false,
    );
    const only = sqlRunner({ connections: { own: { url: "sqlite:/srv/own.db", tenants: ["acme"] } } });
    expect(only.ofTenant?.("other")).toBeNull();
  });

  it.each(["maxAtOnce", "maxRows", "maxBytes", "maxFileRows", "maxFileBytes"])(
    "have a %s above 0",
    (name) => {
      expect(() => sqlRunner({ connections: {}, [name]: 0 })).toThrow(
        `${name} has to be a whole number above 0`,
      );
    },
  );
});
