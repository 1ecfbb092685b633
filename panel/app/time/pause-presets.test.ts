import { expect, it } from "vitest";
import { localInput, PAUSE_PRESETS } from "./pause-presets.ts";

const NOW = new Date(2026, 11, 30, 22, 15, 40);

it.each([
  ["hour", "2026-12-30T23:15"],
  ["tomorrow", "2026-12-31T09:00"],
  ["week", "2027-01-06T09:00"],
] as const)("a pause for one %s from 22:15 ends at %s", (preset, end) => {
  expect(localInput(PAUSE_PRESETS[preset](NOW))).toBe(end);
});
