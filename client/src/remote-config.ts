import type { OperationRequest, OperationResponse } from "./api/operation-request.ts";
import type { CallOptions, Caller } from "./call/caller.ts";

type Aborting = Pick<CallOptions, "signal">;
type ApplyBody = OperationRequest<"applyConfig">["body"];

/** A change that a document asks for. */
export type RemoteConfigChange = OperationResponse<"diffConfig">["changes"][number];

/** The configuration as one YAML document, as a client sees it. */
export interface RemoteConfig {
  /** @param query `app` leaves out what is not of it alone */
  get(query?: { readonly app?: string }, options?: Aborting): Promise<string>;
  /** What a document would change, checked as if it were applied. @throws MoJobClientError `invalid_argument`, `forbidden`: `issues` say where */
  diff(
    text: string,
    request?: { readonly prune?: boolean },
    options?: Aborting,
  ): Promise<OperationResponse<"diffConfig">>;
  /**
   * Makes what the diff with this digest showed, and nothing else.
   * @throws MoJobClientError as `diff`; `stale_revision` where something differs that it did not show
   * @example
   * ```ts
   * const { changes, digest } = await scheduler.config.diff(text);
   * if (changes.length > 0) await scheduler.config.apply(text, { digest, note: "commit 1a2b3c" });
   * ```
   */
  apply(
    text: string,
    request: Omit<ApplyBody, "text">,
    options?: Aborting,
  ): Promise<readonly RemoteConfigChange[]>;
}

export function remoteConfig(caller: Caller): RemoteConfig {
  return {
    get: (query = {}, aborting) => caller.call("getConfig", { query }, aborting),
    // It writes nothing.
    diff: (text, request = {}, aborting) =>
      caller.call("diffConfig", { body: { ...request, text } }, { ...aborting, isRepeatable: true }),
    // The same again goes on where the first one ended.
    apply: async (text, request, aborting) =>
      (await caller.call("applyConfig", { body: { ...request, text } }, { ...aborting, isRepeatable: true }))
        .applied,
  };
}
