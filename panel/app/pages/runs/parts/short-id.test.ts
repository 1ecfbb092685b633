import { expect, it } from "vitest";
import { formatInstant } from "../../../time/format-time.ts";
import { shortId } from "./short-id.ts";

it.each([
  ["01a20599-14af-72f9-8e00-ea4b2541460b", "…ea4b2541460b"],
  ["~01a20599-14af-72f9-8e00-ea4b2541460b/#5", "…ea4b2541460b/#5"],
  ["~01a20599-14af-72f9-8e00-ea4b2541460b/mail.send", "…ea4b2541460b/mail.send"],
  ["mail.send@2026-11-22T23:30:00.000Z", "@11-22 23:30:00Z"],
  ["mail.send@2026-11-22T23:30:00.250Z:hourly~", "@11-22 23:30:00.250Z:hourly~"],
  ["mail.send#2026-11-22T23:30:00.000Z", "#2026-11-22T23:30:00.000Z"],
  ["another", "another"],
])("shortId() leaves of %s what tells it from the runs beside it", (id, short) => {
  expect(shortId(id, "mail.send", true)).toBe(short);
});

it("shortId() has the time of a fire in the browser's zone, as the times beside it", () => {
  const at = "2026-11-22T23:30:00.000Z";
  expect(shortId(`mail.send@${at}`, "mail.send")).toBe(`@${formatInstant(new Date(at)).slice(5)}`);
});
