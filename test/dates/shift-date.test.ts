import { execFileSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const SHIFT = fileURLToPath(new URL("./shift-date.mjs", import.meta.url));
const DAY_MS = 86_400_000;

/** What a program prints whose `Date` is shifted. */
function printed(program: string, shiftMs: number): unknown {
  const text = execFileSync(process.execPath, ["--import", SHIFT, "--input-type=module", "-e", program], {
    encoding: "utf8",
    env: { ...process.env, TEST_DATE_SHIFT_MS: String(shiftMs) },
  });
  return JSON.parse(text);
}

it("a process whose Date is shifted reads that time everywhere, and computes with dates as before", () => {
  const program = `
    const [called, one] = [Date.now(), new Date()];
    class Later extends Date {}
    console.log(JSON.stringify({
      called, constructed: one.getTime(), isDate: one instanceof Date && structuredClone(one) instanceof Date,
      text: Date(), given: new Date(0).toISOString(), parts: new Date(2024, 1, 29).getDate(), utc: Date.UTC(2024, 0),
      parsed: Date.parse("2024-01-01T00:00:00Z"), derived: new Later(5).getTime(), isDerived: new Later() instanceof Later,
    }));`;
  // The real time, also where this process's own Date is shifted.
  const wanted = performance.timeOrigin + performance.now() + 400 * DAY_MS;
  const { called, constructed, text, ...rest } = printed(program, 400 * DAY_MS) as Record<string, unknown>;
  for (const time of [called, constructed, Date.parse(String(text))])
    expect(Math.abs(Number(time) - wanted)).toBeLessThan(60_000);
  expect(rest).toEqual({
    isDate: true,
    given: "1970-01-01T00:00:00.000Z",
    parts: 29,
    utc: 1_704_067_200_000,
    parsed: 1_704_067_200_000,
    derived: 5,
    isDerived: true,
  });
});
