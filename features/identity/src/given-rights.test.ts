import { Permission, PrincipalKind } from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { expect, it } from "vitest";
import { Giving, type GivenRights } from "./given-rights.ts";
import type { Doer } from "./identity-act.ts";

const DOER: Doer = {
  principal: { kind: PrincipalKind.Token, name: "ci", permissions: [Permission.ReadJobs] },
  tenant: "default",
  from: { address: null, agent: null, requestId: "test" },
};

it("asks for rights whenever they end, also for those that have ended a moment ago", async () => {
  const clock = createFakeClock();
  const records = { readNow: () => Promise.resolve({ people: new Map(), tokens: new Map() }) };
  const giving = new Giving({ records, clock });
  const nowMs = clock.now().getTime();
  const rights = (permission: Permission, untilMs: number | null): readonly GivenRights[] => [
    { tenant: "default", permissions: [permission], untilMs },
  ];
  for (const untilMs of [0, nowMs - 1, nowMs, nowMs + 1, null]) {
    const more = giving.assertHeld(rights(Permission.EditJobs, untilMs), DOER, "give it");
    await expect(more, String(untilMs)).rejects.toMatchObject({ code: "forbidden" });
    await giving.assertHeld(rights(Permission.ReadJobs, untilMs), DOER, "give it");
  }
});
