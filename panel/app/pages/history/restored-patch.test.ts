import { describe, expect, it } from "vitest";
import { restoredPatch } from "./restored-patch.ts";

const change = (name: string, before: string | null) => ({ pointer: `/${name}`, before, after: "1" });

describe("restoredPatch()", () => {
  it("has the values before, null where there was none", () => {
    const changes = [change("retryCount", "0"), change("cron", '"0 0 1 * * *"'), change("everyMs", null)];
    expect(restoredPatch(changes)).toEqual({
      patch: { retryCount: 0, cron: "0 0 1 * * *", everyMs: null },
      left: [],
    });
  });

  it("leaves what was masked, cut or kept as versions", () => {
    const changes = [
      change("args", '{"password":"***"}'),
      change("children", '[{"key":"a…'),
      change("script", "1"),
      change("pause", null),
      change("work", '{"kind":"script","language":"bash","source":""}'),
    ];
    expect(restoredPatch(changes)).toEqual({
      patch: {},
      left: ["args", "children", "script", "pause", "work"],
    });
    const work = { kind: "command", argv: ["ls"] };
    expect(restoredPatch([change("work", JSON.stringify(work))])).toEqual({ patch: { work }, left: [] });
  });
});
