export type { AccessToken, KnownToken, TokenUse } from "./access-token.ts";
export { TokenKind } from "./access-token.ts";
export { Giving } from "./given-rights.ts";
export { IdentityRecords } from "./identity-records.ts";
export { type MadeToken, Tokens } from "./tokens.ts";
export { BrowserSeals } from "./browser-seals.ts";
export type { MembershipRequest } from "./membership-request.ts";
export { Identity, type IdentityOptions } from "./identity.ts";
export type { Doer, IdentityAct, IdentityActKind, NoteAct, RequestOrigin } from "./identity-act.ts";
export type { LinkPurpose, MadeLink } from "./links.ts";
export { EVERY_TENANT, grantedBy, isInForce, type Membership, MembershipSource } from "./membership.ts";
export { type PasswordHasher, passwordMistake } from "./password.ts";
export type { PersonPatch, PersonRequest } from "./people.ts";
export { isActive, type KnownPerson, type Person } from "./person.ts";
export {
  type GroupRoles,
  GroupsFault,
  type GroupsOrigin,
  type IdentityProvider,
  type ProviderProfile,
} from "./provider.ts";
export type { WithoutRole } from "./without-role.ts";
export type { OfferedFactor, OwnProof, TimeCodes } from "./second-factors.ts";
export type { PasswordSignIn } from "./sign-in.ts";
export { makeSecret, readTokenText, type TokenText, writeTokenText } from "./token-text.ts";
export { TOKEN_DAYS, type TokenRequest } from "./token-request.ts";
