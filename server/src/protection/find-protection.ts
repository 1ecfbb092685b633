import type { Identity } from "@mojob/identity";
import type { FindProtection } from "@mojob/http";
import type { Configuration } from "../configuration/configuration.ts";
import { type ProtectionFacts, protectionsOf } from "./protections-of.ts";

/** Finds what protects a deployment, with its people as they are at each call. */
export function findProtection(
  configuration: Configuration,
  identity: Pick<Identity, "people">,
): FindProtection {
  return async () => protectionsOf(configuration, await factsOf(identity, configuration));
}

async function factsOf(
  identity: Pick<Identity, "people">,
  { people: { passwords } }: Configuration,
): Promise<ProtectionFacts> {
  const people = await identity.people.list();
  const hasWeakSuperadmin = people.some(
    ({ isSuperadmin, isDisabled, password, secondFactor }) =>
      passwords && isSuperadmin && !isDisabled && password !== null && secondFactor === null,
  );
  return { hasPeople: people.length > 0, hasWeakSuperadmin };
}
