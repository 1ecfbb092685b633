import type { ApiAnswer } from "../../api/call-api.ts";

/** A secret as the API lists it: everything but its value. */
export type Secret = ApiAnswer<"listSecrets">["items"][number];
