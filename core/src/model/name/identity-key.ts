/** Changes with every change of a person or a token; the keys of people and tokens have two parts, so that they are no tenant's. */
export const IDENTITY_REVISION_KEY = "mojob/identity-revision";

/** Begins the records of people. */
export const PERSON_PREFIX = "mojob/person:";

/** Begins the records of tokens. */
export const TOKEN_PREFIX = "mojob/token:";

/** Begins when and from where tokens were last used. */
export const TOKEN_USE_PREFIX = "mojob/token-use:";

/** Begins the links that can be used once, by the digest of their secret. */
export const LINK_PREFIX = "mojob/link:";

/** Begins the sign-ins of browsers of a deployment with people, by the hash of their secret. */
export const SIGN_IN_PREFIX = "mojob/sign-in:";

/** Begins the counts of wrong passwords. */
export const ATTEMPTS_PREFIX = "mojob/attempts:";

/** Begins the secrets of second factors that were offered and are not in force, by their person. */
export const OFFERED_FACTOR_PREFIX = "mojob/offered-factor:";

/** The key of what browsers keep for the API, which is the same for all processes of a deployment. */
export const BROWSER_KEY = "mojob/browser-key";

/** Begins what was done from the machine itself, until a program notes it in the audit. */
export const BREAK_GLASS_PREFIX = "mojob/break-glass:";
