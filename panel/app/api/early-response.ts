import { feedPosition } from "./feed-position.ts";

/** Sends a request, unless its response was asked for before the panel was loaded: that one is taken once. */
export function fetchOnce(url: string, init: RequestInit): Promise<Response> {
  const early = globalThis.mojobEarly;
  // Early responses from before a change are out of date.
  if (init.method !== "GET") early?.clear();
  const response = early?.get(url);
  early?.delete(url);
  return response ?? fetch(url, init);
}

/** The same, for what events make out of date. */
export async function fetchLive(url: string, init: RequestInit): Promise<Response> {
  const noteRead = feedPosition.beginRead();
  const response = await fetchOnce(url, init);
  noteRead(response);
  return response;
}
