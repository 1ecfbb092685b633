/** Where the cache keeps whether this browser is signed in. */
export const SESSION_KEY = ["getSession"] as const;
