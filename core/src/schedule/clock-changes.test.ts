import { expect, it } from "vitest";
import { clockChanges } from "./clock-changes.ts";

const at = (text: string): Date => new Date(text);
const HOUR_MS = 3_600_000;

it("daily fires come to the hour that is left out, and to the one that comes twice", () => {
  const spring = ["2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"].map(at);
  expect(clockChanges("Europe/Berlin", at("2026-03-27T12:00:00Z"), spring)).toEqual([
    { timeZone: "Europe/Berlin", at: at("2026-03-29T01:00:00Z"), beforeMs: HOUR_MS, afterMs: 2 * HOUR_MS },
  ]);
  const autumn = ["2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"].map(at);
  expect(clockChanges("Europe/Berlin", at("2026-10-23T12:00:00Z"), autumn)).toEqual([
    { timeZone: "Europe/Berlin", at: at("2026-10-25T01:00:00Z"), beforeMs: 2 * HOUR_MS, afterMs: HOUR_MS },
  ]);
  expect(clockChanges("Europe/Berlin", at("2026-03-29T01:00:00Z"), spring.slice(1))).toEqual([]);
});

it("weekly fires come to one that lies days before the next, yearly ones only to one of that day", () => {
  expect(
    clockChanges("Europe/Berlin", at("2026-03-28T12:00:00Z"), [at("2026-04-05T00:30:00Z")]),
  ).toHaveLength(1);
  const yearly = ["2027-01-01T00:00:00Z", "2028-01-01T00:00:00Z"].map(at);
  expect(clockChanges("Europe/Berlin", at("2026-02-01T00:00:00Z"), yearly)).toEqual([]);
  expect(
    clockChanges("Europe/Berlin", at("2026-02-01T00:00:00Z"), [at("2026-03-29T01:00:00Z")]),
  ).toHaveLength(1);
});

it("zones without changes, and no fires, have none", () => {
  expect(clockChanges("Asia/Shanghai", at("2026-03-01T00:00:00Z"), [at("2026-03-02T00:00:00Z")])).toEqual([]);
  expect(clockChanges("UTC", at("2026-03-01T00:00:00Z"), [at("2036-03-02T00:00:00Z")])).toEqual([]);
  expect(clockChanges("Europe/Berlin", at("2026-03-01T00:00:00Z"), [])).toEqual([]);
});
