import { MoJobError, MoJobErrorCode, Permission, type Principal, PrincipalKind } from "@mojob/core";
import {
  assertPermission,
  type ExecutorHost,
  principalLabel,
  type RegistrationResult,
} from "@mojob/core/engine";
import { type ApiExtension, declareAt, HttpProblemCode, httpProblem } from "@mojob/http/extension";
import { type ExecutorGatewayOptions, resolveGatewayOptions } from "./gateway-options.ts";
import type { Executors } from "./executors.ts";
import { createExecutorRoutes } from "./routes.ts";
import type { Registration } from "./schemas.ts";
import { createSignedCalls } from "./signed-calls.ts";
import { RemoteExecutor } from "./session/remote-executor.ts";

const DEFAULT_LIMIT = 16;

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
  const { tokens, requireSignatures, optionRule, newJobs, silentMs, heartbeatMs, maxExecutors } =
    resolveGatewayOptions(options);
  const signedCalls = createSignedCalls(host);
  const executors = new Map<string, RemoteExecutor>();
  let isClosing = false;

  /** @throws MoJobError `forbidden`; HTTPException 401 `signature_required` */
  const assertMayCall = (principal: Principal): void => {
    assertPermission(principal, Permission.RunJobs);
    if (!requireSignatures || signedCalls.keyOf(principal) !== undefined) return;
    throw httpProblem(
      HttpProblemCode.SignatureRequired,
      "Sign the call with a key that is registered for the app's executors (RFC 9421): a token is not enough here",
    );
  };

  /** @throws MoJobError `forbidden` for a caller whose token or key is not that of the app's executors, or of another one of them */
  const assertServes = (principal: Principal, app: string, name: string | undefined): void => {
    assertMayCall(principal);
    const own = signedCalls.keyOf(principal)?.executor ?? null;
    if (own !== null && own !== name)
      throw new MoJobError(
        MoJobErrorCode.Forbidden,
        `Cannot run jobs as executor "${name ?? ""}": the key is that of executor "${own}"`,
      );
    const serves =
      principal.kind === PrincipalKind.Worker
        ? principal.name === app
        : principal.kind === PrincipalKind.Local && Object.keys(tokens).length === 0;
    if (serves) return;
    throw new MoJobError(
      MoJobErrorCode.Forbidden,
      `Cannot run jobs of app "${app}" as "${principalLabel(principal) ?? principal.kind}": use a token of the app's executors`,
    );
  };

  const registerJobs = async (
    principal: Principal,
    { app, jobs = [], isComplete = false }: Registration,
  ): Promise<readonly RegistrationResult[]> => {
    if (jobs.length === 0 && !isComplete) return [];
    const { registry } = host;
    const defaults = await registry.defaults();
    const declared = jobs.map((job, index) =>
      declareAt(job, `/jobs/${index}`, (stated) => registry.declare(stated, defaults)),
    );
    const by = principalLabel(principal);
    // Its token starts no job of another app, so none of its jobs may.
    const given = { by, isComplete, optionRule, newJobs, childrenOf: app };
    const results = await registry.register(app, declared, given);
    for (const result of results) {
      if (result.outcome !== "refused") continue;
      throw new MoJobError(
        MoJobErrorCode.JobKeyTaken,
        `Cannot register job "${result.key}": ${result.message}`,
      );
    }
    return results;
  };

  const own: Executors = {
    heartbeatMs,
    silentMs,
    wait: (principal, caller, wait) => signedCalls.whileRegistered(principal, caller, wait),
    async register(principal, given) {
      const { app, jobs = [], handlers = [], limit = DEFAULT_LIMIT } = given;
      assertServes(principal, app, given.name);
      if (isClosing)
        throw new MoJobError(MoJobErrorCode.ShuttingDown, "Cannot register: the gateway is closing");
      if (executors.size >= maxExecutors)
        throw new MoJobError(
          MoJobErrorCode.QuotaExceeded,
          `Cannot register: ${maxExecutors} executors are registered here already`,
        );
      const registrations = await registerJobs(principal, given);
      const { name, description, version, labels, tags, host: machine, pid, runtime } = given;
      const executor = await RemoteExecutor.open({
        host,
        app,
        handlers: [...new Set([...jobs.map(({ key }) => key), ...handlers])],
        runtime: {
          name: runtime?.name ?? "unknown",
          version: runtime?.version ?? "",
          ...(machine !== undefined && { host: machine }),
          ...(pid !== undefined && { pid }),
        },
        worker: {
          maxConcurrentRuns: limit,
          ...(name !== undefined && { name }),
          ...(description !== undefined && { description }),
          ...(version !== undefined && { version }),
          ...(labels !== undefined && { labels }),
          ...(tags !== undefined && { tags }),
        },
        silentMs,
        heartbeatMs,
        onGone: () => void executors.delete(executor.id),
      });
      executors.set(executor.id, executor);
      return { executor, registrations, resumed: await executor.offer(given.leases ?? []) };
    },
    async find(principal, id) {
      const executor = executors.get(id);
      if (executor !== undefined) {
        assertServes(principal, executor.app, executor.name);
        await executor.called();
        return executor;
      }
      assertMayCall(principal);
      throw httpProblem(
        HttpProblemCode.ExecutorNotFound,
        "The executor is not registered here: end its runs, whose results do not count, and register it again",
      );
    },
  };

  return {
    routes: createExecutorRoutes(own),
    signer: signedCalls.find,
    holders: Object.entries(tokens).flatMap(([app, ofApp]) =>
      ofApp.map((token) => ({
        token,
        principal: { kind: PrincipalKind.Worker, name: app, permissions: [Permission.RunJobs] },
      })),
    ),
    async close(graceMs = 30_000) {
      isClosing = true;
      await Promise.all([...executors.values()].map((executor) => executor.close(graceMs)));
    },
  };
}
