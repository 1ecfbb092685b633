import { Permission, PrincipalKind } from "@mojob/core";
import type { ExecutorHost } from "@mojob/core/engine";
import type { ApiExtension } from "@mojob/http/extension";
import { Executors } from "./executors.ts";
import { createFileRoutes } from "./file-routes.ts";
import { type ExecutorGatewayOptions, resolveGatewayOptions } from "./gateway-options.ts";
import { createExecutorRoutes } from "./routes.ts";
import { createSignedCalls } from "./signed-calls.ts";

/** The protocol for executors in other languages: pass it to `createManagementApp` as an extension. */
export interface ExecutorGateway extends ApiExtension {
  /** Asks every executor to finish, waits for their runs within the grace, and settles the rest. Close it before the server. */
  close(graceMs?: number): Promise<void>;
}

/**
 * Lets programs in any language run jobs: they register, poll for runs and settle them over HTTP, and this process admits, fences and
 * settles for them as for its own worker.
 *
 * @throws MoJobError `invalid_configuration` for options that cannot be
 * @example
 * ```ts
 * import { executorGateway } from "@mojob/executor-gateway";
 * import { createManagementApp } from "@mojob/http";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const { scheduler, executorHost, close } = await startEmbedded({ app: "shop", jobs: [] });
 * const gateway = executorGateway(executorHost(), { tokens: { shop: ["c0ffee00c0ffee11c0ffee22"] } });
 * const management = createManagementApp(scheduler, { extensions: [gateway] });
 * await gateway.close();
 * await management.close();
 * await close();
 * ```
 */
export function executorGateway(host: ExecutorHost, options: ExecutorGatewayOptions = {}): ExecutorGateway {
  const resolved = resolveGatewayOptions(options);
  const signedCalls = createSignedCalls(host);
  const executors = new Executors(host, resolved, signedCalls);
  return {
    routes: [...createExecutorRoutes(executors), ...createFileRoutes(executors, host.clock)],
    signer: signedCalls.find,
    holders: Object.entries(resolved.tokens).flatMap(([app, ofApp]) =>
      ofApp.map((token) => ({
        token,
        principal: { kind: PrincipalKind.Worker, name: app, permissions: [Permission.RunJobs] },
      })),
    ),
    close: (graceMs = 30_000) => executors.close(graceMs),
  };
}
