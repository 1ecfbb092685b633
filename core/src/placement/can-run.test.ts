import { describe, expect, test } from "vitest";
import { aDefinition } from "@mojob/test-fixtures/records";
import { canRun, type Runner } from "./can-run.ts";

const job = aDefinition({ app: "mail", key: "mail.send" });

function worker(overrides: Partial<Runner> = {}): Runner {
  return { app: "mail", draining: false, jobKeys: ["mail.send"], ...overrides };
}

describe("canRun()", () => {
  test("is true for a worker of the job's app that has its handler", () => {
    expect(canRun(worker(), job)).toBe(true);
    const copy = aDefinition({ app: "mail", key: "mail.copy", work: { kind: "code", handler: "mail.send" } });
    expect(canRun(worker(), copy)).toBe(true);
  });

  test.each([
    ["of another app", { app: "ledger" }],
    ["that is leaving", { draining: true }],
    ["that was asked to drain", { drain: { at: new Date(0), by: "user:li" } }],
    ["without the handler", { jobKeys: ["mail.read"] }],
  ])("is false for a worker %s", (_, overrides) => {
    expect(canRun(worker(overrides), job)).toBe(false);
  });

  test("goes by the version and the labels where the job asks for them", () => {
    const grey = aDefinition({
      app: "mail",
      options: { executors: { minVersion: "2.4.0", labels: { ring: "grey" } } },
    });
    expect(canRun(worker({ version: "2.10.0", labels: { ring: "grey", region: "eu" } }), grey)).toBe(true);
    expect(canRun(worker({ version: "2.3.9", labels: { ring: "grey" } }), grey)).toBe(false);
    expect(canRun(worker({ version: "2.4.0", labels: { ring: "stable" } }), grey)).toBe(false);
    expect(canRun(worker({ version: "2.4.0" }), grey)).toBe(false);
    // One that does not say its version is not known to have it.
    expect(canRun(worker({ labels: { ring: "grey" } }), grey)).toBe(false);
  });

  test("goes by the kind of work where that is not the app's code", () => {
    const command = aDefinition({ app: "mail", work: { kind: "command", argv: ["true"] } });
    expect(canRun(worker(), command)).toBe(false);
    expect(canRun(worker({ workKinds: ["code", "command"], jobKeys: [] }), command)).toBe(true);
  });

  test("goes by the program or language where the worker lists those it takes", () => {
    const python = aDefinition({ app: "mail", work: { kind: "script", language: "python", source: "1" } });
    const offering = (names: readonly string[]): Runner => worker({ runners: [{ kind: "script", names }] });
    expect(canRun(offering(["shell", "python"]), python)).toBe(true);
    expect(canRun(offering(["shell"]), python)).toBe(false);
  });
});
