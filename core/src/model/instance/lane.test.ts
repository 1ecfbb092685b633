import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jobOfLane, laneOf, type LanePart } from "./lane.ts";

const jobKey = fc.stringMatching(/^[a-b][a-b.:/$-]{0,4}$/);
const part = fc.oneof(
  fc.constant(undefined),
  fc.record({ shard: fc.nat(20) }),
  fc.record({
    concurrencyKey: fc.string({ unit: fc.constantFrom("a", "|", "1", "shard", "key"), maxLength: 4 }),
  }),
);

describe("laneOf()", () => {
  it("is the job key for the job's own lane", () => {
    expect(laneOf("mail.send")).toBe("mail.send");
    expect(laneOf("mail.send", { shard: 3 })).toBe("mail.send|shard|3");
    expect(laneOf("mail.send", { concurrencyKey: "acme" })).toBe("mail.send|key|acme");
  });

  it("gives two runs one lane exactly where job and part are the same, and names the job", () => {
    fc.assert(
      fc.property(jobKey, part, jobKey, part, (job, own, otherJob, other) => {
        const meaning = (key: string, of: LanePart | undefined): string => JSON.stringify([key, of]);
        expect(laneOf(job, own) === laneOf(otherJob, other)).toBe(
          meaning(job, own) === meaning(otherJob, other),
        );
        expect(jobOfLane(laneOf(job, own))).toBe(job);
      }),
      { numRuns: 2000 },
    );
  });
});
