import { describe, expect, it } from "vitest";
import { xxlApps } from "./xxl-apps.ts";

describe("xxlApps()", () => {
  it("lists each app once with the AppNames of all its workers, and no app without XXL-JOB", () => {
    const runner = { sandbox: null, callbackUrl: null };
    const xxl = (app: string, names: string[]) => ({
      app,
      runners: [{ kind: "xxl" as const, names, ...runner }],
    });
    expect(
      xxlApps([
        xxl("shop", ["b-executor", "a-executor"]),
        xxl("shop", ["a-executor"]),
        { app: "mail", runners: [{ kind: "http", names: null, ...runner }] },
        xxl("bank", ["c-executor"]),
      ]),
    ).toEqual([
      { app: "bank", appNames: ["c-executor"] },
      { app: "shop", appNames: ["a-executor", "b-executor"] },
    ]);
  });
});
