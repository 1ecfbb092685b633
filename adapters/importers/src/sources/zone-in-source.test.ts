import { expect, it } from "vitest";
import { zoneInSource } from "./zone-in-source.ts";

it.each([
  ["GMT+08:00", 8],
  ["GMT+8", 8],
  ["UTC-03:00", -3],
  ["+0900", 9],
  ["GMT-12", -12],
  ["GMT+00:00", 0],
])("zoneInSource(%j) is the fixed offset that it is, of %d hours", (text, hours) => {
  const clock = new Intl.DateTimeFormat("en", {
    timeZone: zoneInSource(text),
    timeZoneName: "longOffset",
  });
  const shown = clock.formatToParts(0).find(({ type }) => type === "timeZoneName")?.value;
  const two = String(Math.abs(hours)).padStart(2, "0");
  // Of UTC some versions of ICU show "GMT" alone.
  expect(shown === "GMT" ? "GMT+00:00" : shown).toBe(`GMT${hours < 0 ? "-" : "+"}${two}:00`);
});

it.each(["Asia/Shanghai", "GMT+05:30", "GMT+15", "BST", ""])(
  "zoneInSource(%j) leaves it as it is",
  (text) => {
    expect(zoneInSource(text)).toBe(text);
  },
);
