import {
  sleep,
  systemClock,
  type JsonValue,
  type WorkContext,
  WorkError,
  WorkErrorCode,
} from "@mojob/core/ports";
import { locationOf, shownUrl } from "./client/outgoing-client.ts";
import type { OutgoingClient, OutgoingResponse } from "./client/mod.ts";
import { at, parseJson, unmet } from "./condition.ts";
import type { LongWork } from "./success.ts";

/** Asks again and again until the work is done; resolves to the response that says so. */
export async function followWork(
  work: LongWork,
  first: OutgoingResponse,
  headers: Readonly<Record<string, string>>,
  send: OutgoingClient["send"],
  { signal, log, progress }: WorkContext,
): Promise<OutgoingResponse> {
  const target = work.url ?? locationOf(first);
  if (target === undefined) throw new Error("The server gave no Location to follow, and the job states none");
  const url = new URL(target, first.url);
  // Headers of the job are for its own host.
  const sent = url.origin === first.url.origin ? headers : {};
  log.info(`Following ${shownUrl(url.href)} every ${work.everyMs} ms`);
  for (;;) {
    await sleep(systemClock, work.everyMs, signal);
    signal.throwIfAborted();
    const response = await send({ method: "GET", url: url.href, headers: sent, body: null, signal });
    report(work, response, progress);
    if (unmet(work.done, response) === null) return response;
    if (work.failed !== undefined && unmet(work.failed, response) === null) throw failedWith(response);
    // A server that restarts is asked again; one that does not know the work will not learn of it.
    if (response.status >= 400 && response.status < 500 && response.status !== 429)
      throw failedWith(response);
  }
}

function report(work: LongWork, { body }: OutgoingResponse, progress: WorkContext["progress"]): void {
  if (work.progress === undefined) return;
  const found: JsonValue | undefined = at(parseJson(body) ?? null, work.progress);
  if (typeof found === "number") progress(found);
}

function failedWith({ status, body }: OutgoingResponse): WorkError {
  const line = (body.trim().split("\n", 1)[0] ?? "").slice(0, 200);
  return new WorkError(WorkErrorCode.HttpStatus, { status, ...(line !== "" && { line }) });
}
