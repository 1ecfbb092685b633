import { MoJobError, MoJobErrorCode, type MoJobScheduler } from "@mojob/core";
import { closeAll, Closers, reportError, reportWarning, withLog } from "@mojob/core/engine";
import { executorGateway } from "@mojob/executor-gateway";
import {
  createManagementApp,
  LocalAccess,
  type ManagementApp,
  type ManagementAppOptions,
  Standby,
  startLinkNotice,
  tokenFileOf,
} from "@mojob/http";
import type { RuntimeAdapter } from "@mojob/core/platform";
import { FEATURES } from "@mojob/features";
import { type Embedded, startEmbedded } from "@mojob/runtime-local";
import { openSqlite } from "@mojob/sqlite";
import { ownAdapter } from "./own-adapter.ts";
import type { StartSchedulerOptions } from "./scheduler-options.ts";

/** A scheduler with its file, its panel and its API, until it is closed. */
export interface StartedScheduler {
  readonly scheduler: MoJobScheduler;
  /** Where the panel and the API are, without a slash at the end. */
  readonly url: string;
  /** Stops firing, lets requests and runs finish, and closes the file. A second call returns the same promise. */
  close(): Promise<void>;
}

/**
 * Starts all that one process needs: the jobs, a SQLite file that keeps them, the panel and the API.
 *
 * It puts `openSqlite`, `startEmbedded`, `createManagementApp` and the runtime's `serve` together and nothing else: a program that wants
 * another store, or its own server, calls them itself.
 * @throws MoJobError `invalid_argument` for `inMemory`, which `startEmbedded` takes; `lock_held` where another process has the file; `invalid_configuration` for a port in use; as `startEmbedded`
 * @example
 * ```ts
 * import { defineRecurringJob, startScheduler } from "@mojob/scheduler";
 *
 * const heartbeat = defineRecurringJob({ key: "ops.heartbeat", cron: "0 * * * * *", execute: () => "alive" });
 * const { url } = await startScheduler({ app: "ops", jobs: [heartbeat] });
 * console.log(`API and panel: ${url}`);
 * ```
 */
export async function startScheduler(given: StartSchedulerOptions): Promise<StartedScheduler> {
  const options = withLog(given);
  const { app = "default", file = ".mojob/scheduler.db", hostname = "127.0.0.1", port = 7788 } = options;
  const { executors = {}, closeOnSignal = true, onError = reportError, whenHeld = "refuse" } = options;
  const { onWarning = reportWarning } = options;
  assertFile(options);
  assertLocalAccess(options);
  const closers = new Closers();
  let stopListening = (): void => {};
  let closing: Promise<void> | null = null;
  // Until all is closed a second signal is heard, which may be the echo of the first.
  const close = (): Promise<void> => (closing ??= closers.close().finally(() => stopListening()));
  try {
    const adapter = await ownAdapter();
    const local = localTokenOf(adapter, { ...options, file });
    const standby = new Standby(adapter, { hostname, port });
    closers.add(standby);
    const stores = closers.add(await openSqlite(file, { onError, whenHeld, onStandby: standby.begin }));
    await standby.close();
    let running: Embedded | null = null;
    const guard = adapter.guardStrayErrors(({ error, runToken, isFatal }) => {
      // A careless job's error is its run's; only what belongs to no run concerns the program.
      if (runToken !== null && running?.failEscaped(runToken, error)) return;
      onError(error);
      if (isFatal) void close();
    });
    closers.add(guard);
    const { store, state } = stores;
    const { scope } = guard;
    const runtime = adapter.runtimeInfo();
    running = await startEmbedded({ features: FEATURES, ...options, app, store, state, scope, runtime });
    closers.add(running);
    const gateway = executorGateway(running.executorHost(), { tokens: executors });
    const management = createManagementApp(running.scheduler, {
      ...managingOf(options),
      ...(local !== null && { localToken: local.token }),
      // A browser stays signed in when the program starts again.
      sessions: state,
      extensions: Object.keys(executors).length > 0 ? [gateway] : [],
    });
    const server = closers.add(await adapter.serve(management.fetch, { hostname, port }));
    closers.add(management);
    const runs = [{ close: running.finishRuns }, { close: () => gateway.close(options.shutdownGraceMs) }];
    closers.add({ close: () => closeAll(runs) }); // First: the API takes what they end with, and shows it.
    if (closeOnSignal)
      stopListening = adapter.onShutdownSignal((signal) => {
        void close()
          .catch(onError)
          .then(() => adapter.endBySignal(signal));
      });
    if (local !== null)
      onWarning(
        await localNotice(management, { url: server.url, file: local.file, basePath: options.basePath }),
      );
    return { scheduler: running.scheduler, url: server.url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @throws MoJobError `invalid_argument` for an option of a scheduler without a file */
function assertFile(options: StartSchedulerOptions): void {
  if (Object.hasOwn(options, "inMemory"))
    throw new MoJobError(
      MoJobErrorCode.InvalidArgument,
      'Cannot start a scheduler with "inMemory": it keeps its jobs in a file; startEmbedded() of @mojob/runtime-local takes it',
    );
}

/** @throws MoJobError `invalid_argument` for a value that is none, and beside what asks callers of this machine for more */
function assertLocalAccess({ localAccess, token, authenticate }: StartSchedulerOptions): void {
  if (localAccess === undefined) return;
  const values: readonly unknown[] = Object.values(LocalAccess);
  if (!values.includes(localAccess))
    throw new MoJobError(
      MoJobErrorCode.InvalidArgument,
      `Cannot start a scheduler with "localAccess" ${JSON.stringify(localAccess)}: it is ${values.join(" or ")}`,
    );
  if (token !== undefined || authenticate !== undefined)
    throw new MoJobError(
      MoJobErrorCode.InvalidArgument,
      'Cannot start a scheduler with "localAccess" beside "token" or "authenticate", which let nobody in without a sign-in: leave it out',
    );
}

/** The token that callers of this machine send, and where its programs find it; `null` where they need nothing. */
function localTokenOf(
  adapter: RuntimeAdapter,
  {
    token,
    authenticate,
    localAccess,
    file,
  }: Pick<StartSchedulerOptions, "token" | "authenticate" | "localAccess"> & { readonly file: string },
): { readonly token: string; readonly file: string } | null {
  if (token !== undefined || authenticate !== undefined || localAccess === LocalAccess.Open) return null;
  const path = tokenFileOf(file);
  return { token: adapter.keepToken(path), file: path };
}

/** How the user of this process gets in. */
async function localNotice(
  management: ManagementApp,
  {
    url,
    file,
    basePath = "",
  }: { readonly url: string; readonly file: string; readonly basePath: string | undefined },
): Promise<string> {
  const link = await management.startLink();
  if (link !== null && (basePath === "" || basePath === "/")) return startLinkNotice(url + link, file);
  return `The panel is below "${basePath}", where a proxy serves it: give "token" or "authenticate", because proxies are let in by nothing else (programs of this machine send the token in "${file}")`;
}

function managingOf(options: StartSchedulerOptions): ManagementAppOptions {
  const { token, authenticate, cors, basePath, trustedProxies } = options;
  return {
    ...(token !== undefined && { token }),
    ...(authenticate !== undefined && { authenticate }),
    ...(cors !== undefined && { cors }),
    ...(basePath !== undefined && { basePath }),
    ...(trustedProxies !== undefined && { trustedProxies }),
  };
}
