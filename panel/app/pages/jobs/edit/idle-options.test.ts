import { OPTIONS_BY_PATH } from "@mojob/core/words";
import { describe, expect, it } from "vitest";
import { missingNeeds } from "./idle-options.ts";
import { OPTION_PATHS, type OptionPath, type OptionValue } from "./option-fields.ts";

type Stated = Partial<Record<OptionPath, OptionValue>>;

function missing(path: OptionPath, stated: Stated): readonly OptionPath[] {
  const valueOf = (one: OptionPath) => stated[one] ?? (OPTIONS_BY_PATH[one].default as OptionValue);
  return missingNeeds(path, valueOf).map((need) => need.path);
}

describe("missingNeeds()", () => {
  it("has nothing to say of a job that states nothing", () => {
    for (const path of OPTION_PATHS) expect(missing(path, {}), path).toEqual([]);
  });

  it.each<[OptionPath, Stated, readonly Stated[]]>([
    ["fairness.by", { "fairness.by": "args.customer" }, [{ whenFull: "queue" }, { "rateLimit.max": 5 }]],
    ["debounceMaxMs", { debounceMaxMs: 60_000 }, [{ debounceMs: 1000 }]],
    ["uniqueKey", { uniqueKey: "args.order" }, [{ unique: "existing" }, { debounceMs: 1000 }]],
    [
      "routing.by",
      { "routing.by": "args.customer", "routing.strategy": "round" },
      [{ "routing.strategy": "sticky" }],
    ],
    ["routing.whenGone", { "routing.whenGone": "fail" }, [{ "routing.strategy": "broadcast" }]],
    ["retryBackoff.growth", { "retryBackoff.growth": "exponential" }, [{ retryIntervalMs: 1000 }]],
    ["retryOn", { retryOn: ["timeout"] }, [{ retryCount: 1 }]],
  ])("%s needs one of others, which are named until one is there", (path, stated, enough) => {
    expect(missing(path, stated)).toEqual(enough.flatMap((one) => Object.keys(one)));
    for (const one of enough) expect(missing(path, { ...stated, ...one })).toEqual([]);
  });

  it("an unlimited job has no use for what becomes of runs above its limit", () => {
    const value = (path: OptionPath) =>
      path === "whenFull" ? "queue" : path === "maxConcurrency" ? null : 0;
    expect(missingNeeds("whenFull", value)).toEqual([{ path: "maxConcurrency" }]);
  });
});
