import type { MoJobScheduler } from "@mojob/core";
import { createManagementApp } from "@mojob/http";
import type { ApiDocument } from "./api-types.ts";

/** The API's document, from the app itself: it depends on no scheduler. */
export async function readApi(): Promise<ApiDocument> {
  const app = createManagementApp({} as MoJobScheduler);
  const answer = await app.request("http://localhost/openapi.json", undefined, { peer: "127.0.0.1" });
  return (await answer.json()) as ApiDocument;
}
