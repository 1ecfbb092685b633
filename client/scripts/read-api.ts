import type { MoJobScheduler } from "@mojob/core";
import { Identity } from "@mojob/identity";
import { systemClock } from "@mojob/core/ports";
import { scryptHasher, timeCodes } from "@mojob/sign-in";
import { StateStoreInMemory } from "@mojob/memory";
import { createManagementApp } from "@mojob/http";
import type { ApiDocument } from "./api-types.ts";

/** Nobody signs in: the document says how one would. */
function nobody(): Identity {
  const state = new StateStoreInMemory();
  return new Identity({ state, clock: systemClock, hasher: scryptHasher(), codes: timeCodes() });
}

/** The API's document, from the app itself: it depends on no scheduler. */
export async function readApi(): Promise<ApiDocument> {
  const app = createManagementApp({} as MoJobScheduler, { identity: nobody() });
  const answer = await app.request("http://localhost/openapi.json", undefined, { peer: "127.0.0.1" });
  return (await answer.json()) as ApiDocument;
}
