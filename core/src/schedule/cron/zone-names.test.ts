import { describe, expect, it } from "vitest";
import { resolveTimeZone } from "./time-zone.ts";
import { isIanaName, zonesMeantBy } from "./zone-names.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");

function isTakenByRuntime(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

describe("names of zones", () => {
  it("of three letters that the runtime takes are IANA's, or have a meaning to offer instead", () => {
    const taken = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c))).filter(
      isTakenByRuntime,
    );
    expect(taken).toContain("BST");
    expect(taken.filter((name) => isIanaName(name)).toSorted()).toEqual(
      ["CET", "EET", "EST", "GMT", "HST", "MET", "MST", "PRC", "ROC", "ROK", "UCT", "UTC", "WET"].toSorted(),
    );
  });

  it("that are offered instead are zones", () => {
    for (const name of ["BST", "CST", "IST", "PST", "SST", "CEST"])
      for (const zone of zonesMeantBy(name)) expect(resolveTimeZone(zone).name).toBe(zone);
  });

  it.each(["BST", "bst", "CST", "IST", "SST", "SystemV/EST5EDT"])(
    "resolveTimeZone() refuses %s, with the zones it could mean",
    (name) => {
      const meant = zonesMeantBy(name);
      expect(() => resolveTimeZone(name)).toThrow(
        expect.objectContaining({
          code: "invalid_argument",
          message: expect.stringContaining(meant[0] ?? "Europe/Berlin") as string,
          issues: [
            meant.length > 0
              ? expect.objectContaining({
                  pointer: "/timeZone",
                  code: "zone_abbreviation",
                  parameters: { zones: meant },
                })
              : expect.objectContaining({ code: "not_a_zone" }),
          ],
        }) as Error,
      );
    },
  );

  it.each([
    "UTC",
    "GMT",
    "EST",
    "PST8PDT",
    "CET",
    "PRC",
    "NZ-CHAT",
    "GB",
    "Etc/GMT-8",
    "US/Pacific",
    "europe/berlin",
  ])("resolveTimeZone() takes %s, a name or link of IANA", (name) => {
    expect(resolveTimeZone(name).spanAt(0)).toBeDefined();
  });
});
