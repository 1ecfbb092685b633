import fc from "fast-check";
import { expect, it } from "vitest";
import { aDefinition } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import type { Grant } from "../../access/grant.ts";
import { Permission } from "../../access/permission.ts";
import type { Principal } from "../../access/principal.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import { createScheduler } from "../create-scheduler.ts";
import { createEngine } from "../create-engine.ts";
import { methodRulesOf } from "../feature/features.ts";
import { needsOf } from "./needs.ts";

const APPS = ["ledger", "mail", "shop"] as const;
const PERMISSIONS = [Permission.ReadJobs, Permission.PauseJobs, Permission.CancelRuns] as const;
const RULES = methodRulesOf([]);
/** What a call is for, as a route says it. */
const USES = [
  null,
  needsOf(["jobs.pause", "jobs.list"], RULES),
  needsOf(["jobs.list"], RULES),
  needsOf(["jobs.list", "jobs.pause?"], RULES),
] as const;

const permission = fc.constantFrom(...PERMISSIONS);
const grant: fc.Arbitrary<Grant> = fc.record({ permission, apps: fc.subarray([...APPS]) });
const principal: fc.Arbitrary<Principal> = fc.record({
  kind: fc.constant("user"),
  name: fc.constant("li"),
  permissions: fc.subarray([...PERMISSIONS]),
  grants: fc.array(grant, { maxLength: 4 }),
});

interface Case {
  /** Each passes on what it has to the next. */
  readonly chain: readonly Principal[];
  readonly scope: string | null;
  readonly uses: (typeof USES)[number];
}

const asked: fc.Arbitrary<Case> = fc.record({
  chain: fc.array(principal, { minLength: 1, maxLength: 2 }),
  scope: fc.constantFrom(null, ...APPS),
  uses: fc.constantFrom(...USES),
});

/** Whether everybody of the chain holds it in the app: written out, without sets. */
function holds({ chain, scope }: Case, one: Permission, app: string): boolean {
  if (scope !== null && scope !== app) return false;
  return chain.every(
    ({ permissions, grants = [] }) =>
      permissions.includes(one) ||
      grants.some((given) => given.permission === one && given.apps.includes(app)),
  );
}

function may(of: Case, needed: readonly Permission[], app: string): boolean {
  const { uses } = of;
  if (uses !== null && !needed.every((one) => [...uses.always, ...uses.sometimes].includes(one)))
    return false;
  return [...needed, ...(uses?.always ?? [])].every((one) => holds(of, one, app));
}

function schedulerOf(whole: MoJobScheduler, { chain, scope, uses }: Case): MoJobScheduler {
  const [first, ...others] = chain as [Principal, ...Principal[]];
  const narrowed = others.reduce((scheduler, next) => scheduler.as(next), whole.as(first));
  const limited = scope === null ? narrowed : narrowed.scoped(scope);
  return uses === null ? limited : limited.as(limited.principal, uses);
}

it("a caller sees and changes the jobs of those apps alone in which it holds all that is needed", async () => {
  await fc.assert(
    fc.asyncProperty(asked, fc.boolean(), async (of, endsWaiting) => {
      const world = createWorld();
      const keyOf = (app: string): string => `${app}.tick`;
      await world.define(...APPS.map((app) => aDefinition({ key: keyOf(app), app, kind: "recurring" })));
      const whole = createScheduler(createEngine({ ...world, tenant: "default" }));
      const scheduler = schedulerOf(whole, of);

      const seen = await scheduler.jobs.list({}, { limit: 10 }).then(
        ({ items }) => items.map(({ definition }) => definition.app),
        (error: unknown) => {
          expect(error).toMatchObject({ code: "forbidden" });
          return [];
        },
      );
      expect(seen).toEqual(APPS.filter((app) => may(of, [Permission.ReadJobs], app)));

      const needed = endsWaiting ? [Permission.PauseJobs, Permission.CancelRuns] : [Permission.PauseJobs];
      for (const app of APPS) {
        const code = await scheduler.jobs
          .pause(keyOf(app), { waiting: endsWaiting ? "cancel" : "hold" })
          .then(
            () => "done",
            (error: unknown) => (error as { readonly code: string }).code,
          );
        const isAllowed = may(of, needed, app);
        const { definition } = await whole.jobs.get(keyOf(app));
        expect(definition.pause !== null, `${app}: ${code}`).toBe(isAllowed);
        if (isAllowed) expect(code).toBe("done");
        // An app in which it may do nothing does not exist to it, unless it may not do this anywhere.
        else if (PERMISSIONS.some((one) => holds(of, one, app))) expect(code).toBe("forbidden");
        else expect(["forbidden", "job_not_found"]).toContain(code);
      }
    }),
    { numRuns: 150 },
  );
});
