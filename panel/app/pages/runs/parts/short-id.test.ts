import { expect, it } from "vitest";
import { shortId } from "./short-id.ts";

it.each([
  ["01a20599-14af-72f9-8e00-ea4b2541460b", "…ea4b2541460b"],
  ["~01a20599-14af-72f9-8e00-ea4b2541460b/#5", "…ea4b2541460b/#5"],
  ["~01a20599-14af-72f9-8e00-ea4b2541460b/mail.send", "…ea4b2541460b/mail.send"],
  ["mail.send@2026-11-22T23:30:00Z", "@2026-11-22T23:30:00Z"],
  ["another", "another"],
])("shortId() leaves of %s what tells it from the runs beside it", (id, short) => {
  expect(shortId(id, "mail.send")).toBe(short);
});
