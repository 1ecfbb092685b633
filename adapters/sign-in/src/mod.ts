export { oidcProvider, type OidcOptions } from "./oidc-provider.ts";
export { scryptHasher, type ScryptCost } from "./scrypt-hasher.ts";
export { timeCodes } from "./time-codes.ts";
