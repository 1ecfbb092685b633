import { MoJobError, MoJobErrorCode, type Principal } from "@mojob/core";
import {
  LoopTurns,
  type DeclaredJob,
  type ExecutorHost,
  principalLabel,
  type RegistrationResult,
  type StatedJob,
} from "@mojob/core/engine";
import { declareAll, HttpProblemCode, httpProblem } from "@mojob/http/extension";
import { ExecutorLimit } from "./executor-limit.ts";
import { CallerRights } from "./caller-rights.ts";
import type { ResolvedGatewayOptions } from "./gateway-options.ts";
import type { ResumedLease } from "./protocol.ts";
import type { Registration } from "./schemas.ts";
import { RemoteExecutor } from "./session/remote-executor.ts";
import type { SignedCalls } from "./signed-calls.ts";

const DEFAULT_LIMIT = 16;

/** The executors that are registered here, for callers that may use them. */
export class Executors {
  readonly heartbeatMs: number;
  readonly silentMs: number;
  /** Makes a call that waits, and ends the wait when its caller leaves or may not wait any more. @throws HTTPException 401 then */
  readonly wait: SignedCalls["whileRegistered"];
  readonly #host: ExecutorHost;
  readonly #options: ResolvedGatewayOptions;
  readonly #rights: CallerRights;
  readonly #places: ExecutorLimit;
  readonly #byId = new Map<string, RemoteExecutor>();
  #isClosing = false;

  constructor(host: ExecutorHost, options: ResolvedGatewayOptions, signedCalls: SignedCalls) {
    this.#host = host;
    this.#options = options;
    this.#places = new ExecutorLimit(options);
    this.#rights = new CallerRights(options, signedCalls);
    this.heartbeatMs = options.heartbeatMs;
    this.silentMs = options.silentMs;
    this.wait = signedCalls.whileRegistered;
  }

  /** @throws MoJobError `forbidden`, `shutting_down`, `quota_exceeded`; as its jobs cannot be registered */
  async register(
    principal: Principal,
    given: Registration,
  ): Promise<{
    readonly executor: RemoteExecutor;
    readonly registrations: readonly RegistrationResult[];
    readonly resumed: readonly ResumedLease[];
  }> {
    this.#rights.assertServes(principal, given.app, given.name);
    if (this.#isClosing)
      throw new MoJobError(MoJobErrorCode.ShuttingDown, "Cannot register: the gateway is closing");
    const giveBack = this.#places.take(principalLabel(principal) ?? principal.kind);
    let opened: Pick<Awaited<ReturnType<Executors["register"]>>, "executor" | "registrations">;
    try {
      const registrations = await this.#registerJobs(principal, given);
      opened = { registrations, executor: await this.#open(given, giveBack) };
    } catch (error) {
      giveBack();
      throw error;
    }
    const { executor } = opened;
    this.#byId.set(executor.id, executor);
    return { ...opened, resumed: await executor.offer(given.leases ?? []) };
  }

  /** Whether a caller's executors may run jobs of an app. */
  serves(principal: Principal, app: string): boolean {
    return this.#rights.serves(principal, app);
  }

  /**
   * The executor that a call names, with the runs that it was offered.
   * @throws HTTPException 404 for an executor that is not registered here, or of another app
   */
  async find(principal: Principal, id: string): Promise<RemoteExecutor> {
    const executor = this.#byId.get(id);
    if (executor !== undefined) {
      this.#rights.assertServes(principal, executor.app, executor.name);
      await executor.called();
      return executor;
    }
    this.#rights.assertMayCall(principal);
    throw httpProblem(
      HttpProblemCode.ExecutorNotFound,
      "The executor is not registered here: end its runs, whose results do not count, and register it again",
    );
  }

  /** Asks every executor to finish, waits for their runs within the grace, and settles the rest. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#byId.values()].map((executor) => executor.close(graceMs)));
  }

  async #registerJobs(
    principal: Principal,
    { app, jobs = [], isComplete = false }: Registration,
  ): Promise<readonly RegistrationResult[]> {
    if (jobs.length === 0 && !isComplete) return [];
    const { optionRule, newJobs } = this.#options;
    const { registry } = this.#host;
    const defaults = await registry.defaults();
    const declare = (stated: StatedJob): DeclaredJob => registry.declare(stated, defaults);
    const declared = await declareAll(
      jobs,
      "/jobs",
      declare,
      LoopTurns.of(this.#host.clock, this.#host.tenant),
    );
    const by = principalLabel(principal);
    // Its token starts no job of another app, so none of its jobs may.
    const results = await registry.register(app, declared, {
      by,
      isComplete,
      optionRule,
      newJobs,
      childrenOf: app,
    });
    for (const result of results) {
      if (result.outcome !== "refused") continue;
      throw new MoJobError(
        MoJobErrorCode.JobKeyTaken,
        `Cannot register job "${result.key}": ${result.message}`,
      );
    }
    return results;
  }

  #open(given: Registration, giveBack: () => void): Promise<RemoteExecutor> {
    const { app, jobs = [], handlers = [], limit = DEFAULT_LIMIT } = given;
    const { name, description, version, labels, tags, host: machine, pid, runtime } = given;
    return RemoteExecutor.open({
      host: this.#host,
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
      silentMs: this.silentMs,
      heartbeatMs: this.heartbeatMs,
      onGone: (executor) => {
        this.#byId.delete(executor.id);
        giveBack();
      },
    });
  }
}
