import { expect, it } from "vitest";
import { findZones, meantZone, timeZones } from "./time-zones.ts";

it.each(["kathmandu", "Kolkata", "ho chi minh", "kyiv", "new york", "shanghai"])(
  "a zone is found by the name people use: %s",
  (typed) => {
    expect(findZones(timeZones("UTC"), typed)).not.toEqual([]);
  },
);

it("the chosen zone is there once, also where the browser does not list it", () => {
  const zones = timeZones("Etc/GMT+5");
  expect(zones.filter((zone) => zone === "Etc/GMT+5")).toHaveLength(1);
  expect(new Set(zones).size).toBe(zones.length);
});

it("meantZone() takes a name, also a part that only one zone has, and no part of several", () => {
  const zones = ["Asia/Shanghai", "America/New_York", "America/Nuuk", "UTC"];
  expect(meantZone(zones, " new york ")).toBe("America/New_York");
  expect(meantZone(zones, "asia/shanghai")).toBe("Asia/Shanghai");
  expect(meantZone(zones, "america")).toBeNull();
  expect(meantZone(zones, "Atlantis")).toBeNull();
});
