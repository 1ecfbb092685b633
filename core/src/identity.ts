export type { AccessToken, KnownToken, TokenUse } from "./identity/access-token.ts";
export { TokenKind } from "./identity/access-token.ts";
export { BrowserSeals } from "./identity/browser-seals.ts";
export type { MembershipRequest } from "./identity/membership-request.ts";
export { Identity, type IdentityOptions } from "./identity/identity.ts";
export type { Doer, IdentityAct, IdentityActKind, NoteAct, RequestOrigin } from "./identity/identity-act.ts";
export type { LinkPurpose, MadeLink } from "./identity/links.ts";
export {
  EVERY_TENANT,
  grantedBy,
  isInForce,
  type Membership,
  MembershipSource,
} from "./identity/membership.ts";
export { type PasswordHasher, passwordMistake } from "./identity/password.ts";
export type { PersonPatch, PersonRequest } from "./identity/people.ts";
export type { KnownPerson, Person } from "./identity/person.ts";
export {
  type GroupRoles,
  GroupsFault,
  type GroupsOrigin,
  type IdentityProvider,
  type ProviderProfile,
} from "./identity/provider.ts";
export type { WithoutRole } from "./identity/without-role.ts";
export type { OfferedFactor, OwnProof, TimeCodes } from "./identity/second-factors.ts";
export type { PasswordSignIn } from "./identity/sign-in.ts";
export { makeSecret, readTokenText, type TokenText, writeTokenText } from "./identity/token-text.ts";
export type { MadeToken } from "./identity/tokens.ts";
export { TOKEN_DAYS, type TokenRequest } from "./identity/token-request.ts";
