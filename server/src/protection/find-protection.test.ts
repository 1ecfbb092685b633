import { Identity } from "@mojob/identity";
import { systemClock } from "@mojob/core/ports";
import { scryptHasher, timeCodes } from "@mojob/sign-in";
import { StateStoreInMemory } from "@mojob/memory";
import { expect, it } from "vitest";
import { parseConfiguration } from "../configuration/parse-configuration.ts";
import { findProtection } from "./find-protection.ts";

const BEYOND = { MOJOB_HOST: "0.0.0.0", MOJOB_PEOPLE: "true" };
const OIDC = { MOJOB_OIDC_ISSUER: "https://login.example.com", MOJOB_OIDC_CLIENT_ID: "mojob" };

it("follows the people as they are at each call", async () => {
  const identity = new Identity({
    state: new StateStoreInMemory(),
    clock: systemClock,
    hasher: scryptHasher({ logN: 4, block: 8, parallel: 1 }),
    codes: timeCodes(),
  });
  const stateWith = async (env: Readonly<Record<string, string>>): Promise<string | undefined> => {
    const items = await findProtection(parseConfiguration({ ...BEYOND, ...env }), identity)();
    return items.find(({ id }) => id === "second_factor")?.state;
  };
  expect(await stateWith({})).toBe("off");
  const password = "correct horse battery staple";
  await identity.signIn.setUp({ name: "ada" }, password, null, () => Promise.resolve(null));
  expect(await stateWith({})).toBe("open");
  // Nobody signs in by the password then.
  expect(await stateWith({ ...OIDC, MOJOB_PASSWORDS: "false" })).toBe("on");
  const secondFactor = { secret: "JBSWY3DPEHPK3PXP", latestStep: 0, recovery: [] };
  await identity.records.changePerson("ada", (person) => ({ ...person, secondFactor }));
  expect(await stateWith({})).toBe("on");
});
