import type { Principal } from "@mojob/core";

/** Resolves to who signed a request; `null` for one that is not signed. @throws HTTPException for a signature that is refused */
export type FindSigner = (request: Request) => Promise<Principal | null>;
