import { describe, expect, it } from "vitest";
import { aDefinition } from "@mojob/test-fixtures/records";
import type { StatedOptions } from "../model/option/job-options.ts";
import { assertTogether } from "./assert-together.ts";

function check(options: StatedOptions): void {
  assertTogether(aDefinition({ options }).options, "mail.send", "check it");
}

describe("assertTogether()", () => {
  it("refuses a weight where no key takes turns", () => {
    const mistake = { pointer: "/fairness/weight", code: "needs", parameters: { other: "fairness.by" } };
    expect(() => check({ fairness: { by: "", weight: "args.seats" } })).toThrow(
      expect.objectContaining({ code: "invalid_argument", issues: [expect.objectContaining(mistake)] }),
    );
    expect(() => check({ fairness: { by: "args.customer", weight: "args.seats" } })).not.toThrow();
  });

  it("accepts what another option switches off", () => {
    expect(() =>
      check({
        whenFull: "skip",
        fairness: { by: "args.customer", weight: "" },
        debounceMs: 0,
        debounceMaxMs: 1000,
        uniqueKey: "args.order",
        routing: { strategy: "any", by: "args.customer", whenGone: "fail" },
      }),
    ).not.toThrow();
  });
});
