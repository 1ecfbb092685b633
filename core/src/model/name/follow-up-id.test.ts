import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { followUpId } from "./follow-up-id.ts";
import { idempotentId } from "./run-id.ts";

const texts = fc.string({
  unit: fc.constantFrom("a", "b", "/", "%", "2", "F", "~"),
  minLength: 1,
  maxLength: 5,
});

describe("followUpId()", () => {
  it("is the same for the same run and child, and another for any other pair", async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, texts, texts, async (run, child, otherRun, otherChild) => {
        fc.pre(run !== otherRun || child !== otherChild);
        expect(await followUpId(run, child)).toBe(await followUpId(run, child));
        expect(await followUpId(run, child)).not.toBe(await followUpId(otherRun, otherChild));
      }),
    );
  });

  it("is no id that a caller can give a run", async () => {
    expect(await followUpId(idempotentId("mail.send", "1"), "mail.report")).not.toBe(
      idempotentId("mail.send", "1/mail.report"),
    );
  });

  it("shows the run and the child where they fit into an id, and fits however long they are", async () => {
    expect(await followUpId("mail.send#1", "mail.report")).toBe("~mail.send#1/mail.report");
    const long = await followUpId("x".repeat(250), "child");
    expect(long.length).toBeLessThan(256);
    expect(long).not.toBe(await followUpId("x".repeat(250), "other"));
  });
});
