import { readFile } from "node:fs/promises";
import { type IMoStateStore, MoJobError, MoJobErrorCode } from "@mojob/core";
import type { KeyRing } from "@mojob/core/engine";
import { createId, systemClock } from "@mojob/core/ports";
import { type GroupRoles, Identity, type Membership, MembershipSource, type NoteAct } from "@mojob/identity";
import type { ProviderSignIn } from "@mojob/http";
import { oidcProvider, scryptHasher, timeCodes } from "@mojob/sign-in";
import type { Configuration } from "../configuration/configuration.ts";
import type { GroupRoleMap, PeopleConfiguration } from "../configuration/people-configuration.ts";

export interface OpenIdentityOptions {
  /** The deployment's: its processes share it. */
  readonly state: IMoStateStore;
  readonly note?: NoteAct;
  /** Seals the secrets of second factors. @default they are kept as they are */
  readonly keys?: KeyRing | null;
}

/** The people of a deployment, and how they sign in. */
export interface OpenedIdentity {
  readonly identity: Identity;
  readonly provider: ProviderSignIn | undefined;
}

/** @throws MoJobError `invalid_configuration` for a file that cannot be read, and a first password that is refused */
export async function openIdentity(
  { people }: Configuration,
  { state, note, keys = null }: OpenIdentityOptions,
): Promise<OpenedIdentity> {
  const identity = new Identity({
    state,
    clock: systemClock,
    hasher: scryptHasher(),
    codes: timeCodes(),
    keys,
    isRequired: people.isRequired,
    ...(note !== undefined && { note }),
  });
  if (note !== undefined) await identity.noteBrokenGlass();
  if (people.admin !== null) await addFirst(identity, people.admin);
  return { identity, provider: people.oidc === null ? undefined : await openProvider(people.oidc) };
}

/** While there is nobody: another one keeps the password that they chose. */
async function addFirst(
  identity: Identity,
  { name, passwordFile }: NonNullable<PeopleConfiguration["admin"]>,
): Promise<void> {
  if (await identity.hasPeople()) return;
  const password = await readSecret(passwordFile, "MOJOB_ADMIN_PASSWORD_FILE");
  try {
    await identity.signIn.setUp({ name }, password, null, () => Promise.resolve(null));
  } catch (error) {
    // Another process of the deployment starts at the same time.
    if (await identity.hasPeople()) return;
    throw error;
  }
}

async function openProvider(oidc: NonNullable<PeopleConfiguration["oidc"]>): Promise<ProviderSignIn> {
  const { secretFile, roles, addsPeople, ...options } = oidc;
  const clientSecret =
    secretFile === null ? null : await readSecret(secretFile, "MOJOB_OIDC_CLIENT_SECRET_FILE");
  const isLocal = new URL(options.issuer).protocol === "http:";
  return {
    provider: oidcProvider({ ...options, clientSecret, allowInsecure: isLocal }),
    rolesOf: (groups, now) => rolesOf(groups, roles, { addsPeople, now }),
  };
}

/** The roles of all groups of somebody, for as long as the next sign-in does not say otherwise. */
export function rolesOf(
  groups: readonly string[],
  map: GroupRoleMap,
  { addsPeople, now }: { readonly addsPeople: boolean; readonly now: Date },
): GroupRoles {
  const memberships = groups.flatMap((group) =>
    (Object.hasOwn(map, group) ? (map[group] ?? []) : []).map((role): Membership => ({
      ...role,
      id: createId(now),
      payloads: true,
      untilMs: null,
      reason: group,
      source: MembershipSource.Groups,
      by: null,
      atMs: now.getTime(),
    })),
  );
  return { memberships, addsPeople, known: Object.keys(map) };
}

async function readSecret(path: string, variable: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new MoJobError(MoJobErrorCode.InvalidConfiguration, `Cannot read "${path}" (${variable})`, {
      cause,
    });
  });
  return text.replace(/\r?\n$/, "");
}
