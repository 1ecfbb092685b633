import { ALL_PERMISSIONS, Role } from "@mojob/core/engine";
import {
  type KnownPerson,
  type KnownToken,
  type Membership,
  type MembershipRequest,
  MembershipSource,
  TokenKind,
  type TokenRequest,
  type TokenUse,
} from "@mojob/identity";
import * as v from "valibot";
import type { OpenSession } from "../../auth/session/session.ts";
import { toWire, type Wire, wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { flag, instant, instantOut, line, listOf, nullable, oneOf, text } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";

const ROLES = Object.values(Role);
const KINDS = Object.values(TokenKind);

export interface MembershipJson extends Omit<Membership, "untilMs" | "atMs"> {
  readonly until: string | null;
  readonly at: string;
}

export const membershipSchema: Parser<MembershipJson> = wireObject({
  id: v.string(),
  tenant: v.pipe(v.string(), v.description("`*` is every one")),
  role: v.picklist(ROLES),
  apps: v.pipe(v.nullable(v.array(v.string())), v.description("`null` is every app")),
  payloads: v.pipe(v.boolean(), v.description("Whether arguments, results and logs are shown")),
  until: v.pipe(v.nullable(instantOut), v.description("When it ends")),
  reason: v.nullable(v.string()),
  source: v.pipe(
    v.picklist(Object.values(MembershipSource)),
    v.description("Given by hand, or by a group of the identity provider"),
  ),
  by: v.nullable(v.string()),
  at: instantOut,
});

type PersonField = "name" | "displayName" | "email" | "isDisabled" | "isSuperadmin" | "createdBy";

export interface PersonJson extends Pick<KnownPerson, PersonField> {
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
  readonly providers: readonly string[];
  readonly memberships: readonly MembershipJson[];
  readonly createdAt: string;
  readonly signedInAt: string | null;
}

export const personSchema: Parser<PersonJson> = wireObject({
  name: v.pipe(v.string(), v.description("What they sign in with; it is never given to somebody else")),
  displayName: v.string(),
  email: v.nullable(v.string()),
  isDisabled: v.boolean(),
  isSuperadmin: v.pipe(v.boolean(), v.description("Whether they may do everything, in every tenant")),
  hasPassword: v.boolean(),
  hasSecondFactor: v.boolean(),
  providers: v.pipe(v.array(v.string()), v.description("The identity providers they sign in at")),
  memberships: v.array(membershipSchema),
  createdAt: instantOut,
  createdBy: v.nullable(v.string()),
  signedInAt: v.nullable(instantOut),
});

type TokenField = "id" | "name" | "kind" | "person" | "permissions" | "createdBy";

export interface TokenJson extends Pick<KnownToken, TokenField> {
  readonly role: Role | null;
  readonly apps: readonly string[] | null;
  readonly payloads: boolean | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly overlapUntil: string | null;
  readonly revokedAt: string | null;
  readonly lastUsed: (Omit<TokenUse, "atMs"> & { readonly at: string }) | null;
}

export const tokenSchema: Parser<TokenJson> = wireObject({
  id: v.pipe(v.string(), v.description("Stands in the token, and is no secret")),
  name: v.string(),
  kind: v.picklist(KINDS),
  person: v.pipe(v.nullable(v.string()), v.description("Whose it is, and whose rights it has")),
  role: v.nullable(v.picklist(ROLES)),
  apps: v.nullable(v.array(v.string())),
  payloads: v.nullable(v.boolean()),
  permissions: v.pipe(
    v.nullable(v.array(v.picklist(ALL_PERMISSIONS))),
    v.description("What it is limited to"),
  ),
  createdAt: instantOut,
  createdBy: v.nullable(v.string()),
  expiresAt: v.nullable(instantOut),
  overlapUntil: v.pipe(
    v.nullable(instantOut),
    v.description("Until when the secret of before the rotation counts"),
  ),
  revokedAt: v.nullable(instantOut),
  lastUsed: v.nullable(
    v.object({ at: instantOut, address: v.nullable(v.string()), agent: v.nullable(v.string()) }),
  ),
});

export const madeTokenSchema: Parser<{ readonly token: TokenJson; readonly text: string }> = wireObject({
  token: tokenSchema,
  text: v.pipe(v.string(), v.description("The token itself, which is shown this once")),
});

export interface SessionListJson extends Wire<Omit<OpenSession, "holder">> {
  readonly who: string;
}

export const listedSessionSchema: Parser<SessionListJson> = wireObject({
  id: v.string(),
  who: v.string(),
  method: v.string(),
  address: v.nullable(v.string()),
  agent: v.nullable(v.string()),
  openedAt: instantOut,
  usedAt: v.pipe(instantOut, v.description("Up to a minute early")),
  isOwn: v.pipe(v.boolean(), v.description("Whether it is that of the request")),
});

export const linkSchema: Parser<{ readonly url: string; readonly until: string }> = wireObject({
  url: v.pipe(v.string(), v.description("Where the person chooses a password, once; it is shown this once")),
  until: instantOut,
});

export const personName: Parser<string> = v.pipe(text(64, 1), v.description("What they sign in with"));
export const password: Parser<string> = v.pipe(
  text(512, 1),
  v.description("12 to 128 characters; none that is guessed early"),
);

/** A role to be given. */
export const membershipBody: Parser<MembershipRequest> = strictObject({
  role: oneOf(ROLES),
  tenant: v.optional(v.pipe(text(63, 1), v.description("`*` is every one; without it, that of the request"))),
  apps: v.optional(nullable(listOf(text(63, 1), 100, 1))),
  payloads: v.optional(flag()),
  until: v.optional(nullable(instant("When it ends"))),
  reason: v.optional(nullable(line(500))),
});

/** A token to be made. */
export const tokenBody: Parser<TokenRequest> = strictObject({
  name: text(63, 1),
  kind: oneOf(KINDS),
  role: v.optional(oneOf(ROLES)),
  apps: v.optional(nullable(listOf(text(63, 1), 100, 1))),
  payloads: v.optional(flag()),
  permissions: v.optional(nullable(listOf(oneOf(ALL_PERMISSIONS), ALL_PERMISSIONS.length, 1))),
  expires: v.optional(
    nullable(
      instant("When it ends; by its kind where it is not said, `null` for an executor's that does not"),
    ),
  ),
});

export function membershipJson({ untilMs, atMs, ...rest }: Membership): MembershipJson {
  return { ...rest, until: isoOf(untilMs), at: new Date(atMs).toISOString() };
}

export function personJson(person: KnownPerson): PersonJson {
  const { name, displayName, email, isDisabled, isSuperadmin, createdBy } = person;
  return {
    name,
    displayName,
    email,
    isDisabled,
    isSuperadmin,
    hasPassword: person.password !== null,
    hasSecondFactor: person.secondFactor !== null,
    providers: person.logins.map(({ issuer }) => issuer),
    memberships: person.memberships.map(membershipJson),
    createdAt: new Date(person.createdMs).toISOString(),
    createdBy,
    signedInAt: isoOf(person.signedInMs),
  };
}

export function tokenJson(token: KnownToken, use: TokenUse | null): TokenJson {
  const { id, name, kind, person, permissions, createdBy } = token;
  const [membership] = token.memberships;
  return {
    id,
    name,
    kind,
    person,
    role: membership?.role ?? null,
    apps: membership?.apps ?? null,
    payloads: membership?.payloads ?? null,
    permissions,
    createdAt: new Date(token.createdMs).toISOString(),
    createdBy,
    expiresAt: isoOf(token.expiresMs),
    overlapUntil: isoOf(token.before?.untilMs ?? null),
    revokedAt: isoOf(token.revokedMs),
    lastUsed: use && { at: new Date(use.atMs).toISOString(), address: use.address, agent: use.agent },
  };
}

export function sessionJson({ holder, ...session }: OpenSession): SessionListJson {
  const who = holder.name === null ? holder.kind : `${holder.kind}:${holder.name}`;
  const { id, method, address, agent, openedAt, usedAt, isOwn } = session;
  return toWire({ id, who, method, address, agent, openedAt, usedAt, isOwn });
}

function isoOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
