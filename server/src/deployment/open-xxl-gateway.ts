import type { XxlGateway } from "@mojob/xxl-gateway";
import type { Configuration } from "../configuration/configuration.ts";
import type { Stores } from "./deployment-options.ts";
import type { IssuedExecutorTokens } from "./issued-executor-tokens.ts";
import { loadOptional } from "./load-optional.ts";

/**
 * Opens what executors of XXL-JOB call, and what runs jobs on them; `null` where none are configured.
 * @throws MoJobError as `createXxlGateway`; `invalid_configuration` where its package is not installed
 */
export async function openXxlGateway(
  { xxl, xxlAddresses, app }: Configuration,
  stores: Stores | null,
  tokens: IssuedExecutorTokens,
  callbacks: {
    readonly onWarning?: (warning: string) => void;
    readonly onError: (error: unknown) => void;
  },
): Promise<XxlGateway | null> {
  if ((xxl === null && xxlAddresses === null) || stores === null) return null;
  const { createXxlGateway } = await loadOptional("@mojob/xxl-gateway", () => import("@mojob/xxl-gateway"));
  const { state, store } = stores;
  return createXxlGateway({
    app,
    tenants: xxl ?? {},
    issued: xxlAddresses && { addresses: xxlAddresses, find: (text, address) => tokens.find(text, address) },
    state,
    executors: store.executors,
    ...callbacks,
  });
}
