import { beforeAll, describe, expect, it, test } from "vitest";
import { SAMPLE_KIND, type SampleWork } from "@mojob/test-fixtures/sample-kind";
import { isBroadcast, isRouted } from "../dispatch/router.ts";
import { aDefinition } from "@mojob/test-fixtures/records";
import { parseJobWork } from "./job-work-schema.ts";
import { registeredKind } from "./job-work.ts";
import { isOffered } from "./runner-offer.ts";
import { scriptTextOf, withScriptText } from "./script-version.ts";
import { secretsOf } from "./work-secrets.ts";
import { outlivesWorker, registerWorkKind, workKinds } from "./work-kinds.ts";

const SAMPLE: SampleWork = { kind: SAMPLE_KIND.kind, group: "north" };

beforeAll(() => registerWorkKind(SAMPLE_KIND));

describe("outlivesWorker()", () => {
  const request = { kind: "http", method: "POST", url: "http://a.test", headers: {}, body: null } as const;

  it.each([
    [SAMPLE, true],
    [{ ...request, success: { callback: true } }, true],
    [{ ...request, success: { callback: false } }, false],
    [{ ...request, success: null }, false],
    [{ kind: "command", argv: ["rsync"] } as const, false],
    [{ kind: registeredKind("unheard-of") }, false],
  ])("of %j is %s", (work, expected) => {
    expect(outlivesWorker(work)).toBe(expected);
  });
});

describe("registerWorkKind()", () => {
  test("has work of the kind taken, by the rules that come with it", () => {
    expect(parseJobWork(SAMPLE, "create a job")).toEqual(SAMPLE);
    expect(isOffered(SAMPLE, [{ kind: SAMPLE_KIND.kind, names: ["south"] }])).toBe(false);
    expect(isOffered(SAMPLE, [{ kind: SAMPLE_KIND.kind, names: ["north"] }])).toBe(true);
    const text = { language: "plain", source: "go" };
    expect(scriptTextOf(SAMPLE)).toBeNull();
    expect(scriptTextOf(withScriptText(SAMPLE, text))).toEqual(text);
  });

  test("has its runner given the secrets that the kind finds in the work", () => {
    const body = "{{secrets.KEY}} and {{ secrets.TOKEN }}, {{secrets.KEY}} again";
    expect(secretsOf({ ...SAMPLE, body })).toEqual(["KEY", "TOKEN"]);
    expect(secretsOf({ kind: registeredKind("unheard-of"), body })).toEqual([]);
  });

  test("leaves the choice of an executor to the runner, where the kind says so", () => {
    const { options } = aDefinition({ options: { routing: { strategy: "round" } } });
    expect(isRouted({ options, work: SAMPLE })).toBe(false);
    expect(isBroadcast({ options, work: SAMPLE })).toBe(false);
    expect(isBroadcast({ options, work: { ...SAMPLE, group: "all" } })).toBe(true);
  });

  test("does nothing the second time, and refuses other rules of the same name", () => {
    const before = workKinds();
    registerWorkKind(SAMPLE_KIND);
    expect(workKinds()).toEqual(before);
    for (const kind of ["sample", "script"])
      expect(() => registerWorkKind({ ...SAMPLE_KIND, kind: registeredKind(kind) })).toThrow(
        expect.objectContaining({ code: "invalid_configuration" }) as Error,
      );
  });
});
