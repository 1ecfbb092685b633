import type { GroupRole, PeopleConfiguration } from "../configuration/people-configuration.ts";

/** Reports at the start which groups of the identity provider give which role: what somebody who is refused lacks. */
export function reportGroups({ oidc }: PeopleConfiguration, onWarning: (message: string) => void): void {
  if (oidc === null) return;
  const { host } = new URL(oidc.issuer);
  const given = Object.entries(oidc.roles).map(
    ([group, roles]) => `${JSON.stringify(group)} (${roles.map(roleText).join(", ")})`,
  );
  const roles =
    given.length === 0
      ? "no group gives a role, because MOJOB_OIDC_ROLES is not set: only who has a role by hand comes in"
      : `roles are given to ${given.join(", ")}`;
  onWarning(`Groups from ${host} are those of the claim ${JSON.stringify(oidc.groupsClaim)}; ${roles}`);
}

function roleText({ role, tenant, apps }: GroupRole): string {
  return `${role}@${tenant}${apps === null ? "" : `/${apps.join(",")}`}`;
}
