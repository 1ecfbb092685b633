import { Permission } from "@mojob/core";
import { ALL_PERMISSIONS, appsWith, permissionsOf, Role } from "@mojob/core/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { grantedBy, type Membership, MembershipSource } from "./membership.ts";

const TENANTS = ["acme", "globex"];
const APPS = ["ledger", "mail", "shop"];
const NOW = 1000;

/** What is of a whole tenant is not had in some apps. */
const OF_TENANTS: readonly Permission[] = [
  Permission.EditTenant,
  Permission.ReadArchives,
  Permission.ImportArchives,
];

const memberships: fc.Arbitrary<readonly Membership[]> = fc.array(
  fc.record({
    id: fc.uuid(),
    tenant: fc.constantFrom("*", ...TENANTS),
    role: fc.constantFrom(...Object.values(Role)),
    apps: fc.option(fc.uniqueArray(fc.constantFrom(...APPS), { minLength: 1 })),
    payloads: fc.boolean(),
    untilMs: fc.option(fc.constantFrom(NOW - 1, NOW, NOW + 1)),
    reason: fc.constant(null),
    source: fc.constant(MembershipSource.Hand),
    by: fc.constant(null),
    atMs: fc.constant(0),
  }),
  { maxLength: 5 },
);

/** Whether any of them allows it, one after the other. */
function isAllowed(of: readonly Membership[], tenant: string, permission: Permission, app: string): boolean {
  return of.some((one) => {
    if (one.tenant !== "*" && one.tenant !== tenant) return false;
    if (one.untilMs !== null && one.untilMs <= NOW) return false;
    if (one.apps !== null && !one.apps.includes(app)) return false;
    if (one.apps !== null && OF_TENANTS.includes(permission)) return false;
    return permissionsOf(one.role, { payloads: one.payloads }).includes(permission);
  });
}

test("memberships allow in each tenant and app what one of them does, and nothing besides", () => {
  fc.assert(
    fc.property(memberships, fc.constantFrom(...TENANTS), (of, tenant) => {
      const granted = grantedBy(of, tenant, NOW);
      for (const permission of ALL_PERMISSIONS)
        for (const app of APPS)
          expect(appsWith(granted, permission).has(app), `${permission} in ${app}`).toBe(
            isAllowed(of, tenant, permission, app),
          );
    }),
  );
});

test("no membership is of the whole deployment", () => {
  fc.assert(
    fc.property(memberships, fc.constantFrom(...TENANTS), (of, tenant) => {
      expect(appsWith(grantedBy(of, tenant, NOW), Permission.EditDeployment).isEmpty).toBe(true);
    }),
  );
});
