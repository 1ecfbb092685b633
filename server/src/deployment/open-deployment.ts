import {
  actorOf,
  closeAll,
  Closers,
  type Deployment,
  type JobHostOptions,
  type KeyRing,
  reportWarning,
  withLog,
} from "@mojob/core/engine";
import { systemClock } from "@mojob/core/ports";
import { type IMoStateStore, jsonLog, textLog } from "@mojob/core";
import type { RuntimeAdapter } from "@mojob/core/platform";
import type { NoteAct } from "@mojob/identity";
import { registerWorkKinds, Standby, startLinkNotice } from "@mojob/http";
import { StateStoreInMemory } from "@mojob/memory";
import type { XxlGateway } from "@mojob/xxl-gateway";
import type { Configuration } from "../configuration/configuration.ts";
import { serviceLinks } from "../configuration/parse-configuration.ts";
import { readKeys } from "../configuration/read-keys.ts";
import { findProtection } from "../protection/find-protection.ts";
import { reportProtection } from "../protection/report-protection.ts";
import { type OpenDeploymentOptions, type OpenedDeployment, Role } from "./deployment-options.ts";
import { openLocalToken, showStartLink } from "./local-token.ts";
import { keepAuditHeads } from "./keep-audit-heads.ts";
import { loadExecutorGateways } from "./load-executor-gateways.ts";
import { IssuedExecutorTokens } from "./issued-executor-tokens.ts";
import { type OpenedIdentity, openIdentity } from "./open-identity.ts";
import { openRunners } from "./open-runners.ts";
import { type OpenedStores, openStores } from "./open-stores.ts";
import { openXxlGateway } from "./open-xxl-gateway.ts";
import { publicUrlOf } from "./public-url-of.ts";
import { reportError } from "./report-error.ts";
import { reportGroups } from "./report-groups.ts";
import type { RunningScheduler } from "./running-scheduler.ts";
import { sendHeartbeats } from "./send-heartbeats.ts";
import { type ServedTenants, serveTenants, type ServeTenantsOptions } from "./serve-tenants.ts";
import { startOnTemporal } from "./start-on-temporal.ts";
import { startInProcess } from "./start-in-process.ts";

/** The kinds of `MOJOB_LOG`. */
const LOGS = { text: textLog, json: jsonLog } as const;

/**
 * Opens all that a configuration names: stores, runtime, worker, API and panel. Drivers are loaded where they are needed.
 *
 * @throws MoJobError `invalid_configuration`, also where a driver's package is not installed; as the stores and runtimes
 * @example
 * ```ts
 * import * as platform from "@mojob/node";
 * import { openDeployment, parseConfiguration } from "@mojob/server";
 *
 * const configuration = parseConfiguration({ MOJOB_STORE: "memory:", MOJOB_PORT: "0" });
 * const deployment = await openDeployment(configuration, { platform, jobs: [] });
 * console.log(`${deployment.description}: ${deployment.url}`);
 * await deployment.close();
 * ```
 */
export async function openDeployment(
  configuration: Configuration,
  given: OpenDeploymentOptions,
): Promise<OpenedDeployment> {
  const options = withLog({ ...(configuration.log !== null && { log: LOGS[configuration.log] }), ...given });
  const { platform, onError = reportError, onFatal = () => {} } = options;
  registerWorkKinds();
  reportServiceLinks(platform, options.onWarning ?? reportWarning);
  const closers = new Closers();
  const close = (): Promise<void> => closers.close();
  try {
    // Before anything is opened: a mistake in these is one of the configuration.
    const keys = configuration.keysFile === null ? null : await readKeys(configuration.keysFile);
    const configured = await openRunners(configuration, options.role);
    const opened = closers.add(await openStandingBy(configuration, { ...options, onError }));
    const { stores } = opened;
    // People and runs are kept in one state store.
    const state = stores?.state ?? new StateStoreInMemory();
    let running: RunningScheduler | null = null;
    const guard = platform.guardStrayErrors(({ error, runToken, isFatal }) => {
      // A careless job's error is its run's; only what belongs to no run concerns the program.
      if (runToken !== null && running?.failEscaped(runToken, error)) return;
      onError(error);
      if (isFatal) onFatal();
    });
    closers.add(guard);
    const { onWarning = reportWarning, onLocalAccess: show } = options;
    const tokens = new IssuedExecutorTokens();
    const xxl = await openXxlGateway(configuration, stores, tokens, { onWarning, onError });
    if (xxl !== null) closers.add(xxl);
    const runners = [...(options.runners ?? []), ...configured, ...(xxl === null ? [] : [xxl.runner])];
    const host = hostOf(configuration, { ...options, runners }, guard.scope);
    running =
      configuration.runtime.kind === "temporal"
        ? await startOnTemporal(configuration, host, stores, { ...options, keys, onError })
        : await startInProcess(configuration, host, stores, { ...options, state, keys, onError });
    closers.add(running);
    const { deployment, workerId } = running;
    if (options.role !== Role.Worker) callOthers(deployment, configuration, { closers, onError });
    const scope = options.role === Role.Worker ? configuration.app : null;
    const openGateway = await loadExecutorGateways(configuration, running);
    const listens = options.listens !== false;
    const reporting = { show, onWarning, onError };
    const serving = { platform, scope, xxl, openGateway, tokens, state, keys, listens, ...reporting };
    const server = await serve(deployment, configuration, serving);
    if (server !== null) closers.add(server);
    closers.add({ close: () => finishRuns(running, server) });
    // Runs are handed on before their worker begins to wait for them.
    if (xxl !== null) closers.add(closeXxlWith(deployment, xxl));
    const description = `${running.description}, kept ${opened.description}`;
    const { url = null, localAccess = null } = server ?? {};
    return withDeployment(deployment, { description, url, localAccess, workerId, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Lets runs end, in this process and at executors that call it, while the API takes what they end with and shows them. */
function finishRuns(running: RunningScheduler | null, server: ServedTenants | null): Promise<void> {
  return closeAll([{ close: () => running?.finishRuns() }, { close: () => server?.endExecutors() }]);
}

/** Begins to call the addresses that watch this deployment. */
function callOthers(
  deployment: Deployment,
  { heartbeatUrl, auditHeads }: Configuration,
  { closers, onError }: { readonly closers: Closers; readonly onError: (error: unknown) => void },
): void {
  const clock = systemClock;
  if (heartbeatUrl !== null) closers.add(sendHeartbeats(deployment, { url: heartbeatUrl, clock, onError }));
  if (auditHeads !== null) closers.add(keepAuditHeads(deployment, { to: auditHeads, clock, onError }));
}

function reportServiceLinks(platform: RuntimeAdapter, onWarning: (warning: string) => void): void {
  const links = serviceLinks(platform.environment());
  const are = links.length === 1 ? "is" : "are";
  if (links.length > 0)
    onWarning(`${links.join(", ")} ${are} ignored: a container platform gives them for its Services`);
}

/** Opens the stores; where another process has them, and this one is to wait, it serves its probes meanwhile. */
async function openStandingBy(
  { store, host: hostname, port, whenHeld }: Configuration,
  options: OpenDeploymentOptions & Pick<Required<OpenDeploymentOptions>, "onError">,
): Promise<OpenedStores> {
  const { platform, signal, onError, onWarning, listens = true } = options;
  const standby = new Standby(platform, { hostname, port: listens ? port : 0 }, onWarning);
  try {
    return await (options.openStores ?? openStores)(store, {
      whenHeld,
      onStandby: standby.begin,
      ...(signal !== undefined && { signal }),
      onError,
    });
  } finally {
    await standby.close();
  }
}

function withDeployment(
  deployment: Deployment,
  own: Pick<OpenedDeployment, "description" | "url" | "localAccess" | "workerId" | "close">,
): OpenedDeployment {
  return {
    get tenants() {
      return deployment.tenants;
    },
    scheduler: (caller) => deployment.scheduler(caller),
    addTenant: (tenant) => deployment.addTenant(tenant),
    removeTenant: (tenant) => deployment.removeTenant(tenant),
    forEachTenant: (open) => deployment.forEachTenant(open),
    ...own,
  };
}

/** Ends the executors of XXL-JOB of each tenant that is removed, and all of them at the end. */
function closeXxlWith(deployment: Deployment, xxl: XxlGateway): { close(): Promise<void> } {
  const ofTenants = deployment.forEachTenant((tenant) => ({ close: () => xxl.closeTenant(tenant) }));
  return {
    async close() {
      await xxl.close();
      await ofTenants.close();
    },
  };
}

interface ServeOptions extends Omit<ServeTenantsOptions, "people" | "localToken"> {
  readonly state: IMoStateStore;
  readonly keys: KeyRing | null;
  /** The tokens of executors that register while everything runs. */
  readonly tokens: IssuedExecutorTokens;
  readonly listens: boolean;
  /** Shows how the user of this process gets in. */
  readonly show: OpenDeploymentOptions["onLocalAccess"];
  readonly onWarning: (message: string) => void;
}

/** Serves the API and the panel to those who may sign in, where the process listens; reports what is dangerous in any case. */
async function serve(
  deployment: Deployment,
  configuration: Configuration,
  { state, keys, tokens, listens, show, onWarning, ...serving }: ServeOptions,
): Promise<(ServedTenants & Pick<OpenedDeployment, "localAccess">) | null> {
  const people = await openIdentity(configuration, { state, keys, note: noteIn(deployment) });
  tokens.keepIn(people.identity);
  const local = listens ? openLocalToken(configuration, serving.platform) : null;
  const localToken = local?.token ?? null;
  const server = listens
    ? await serveTenants(deployment, configuration, { ...serving, people, localToken })
    : null;
  reportGroups(configuration.people, onWarning);
  reportProtection(await findProtection(configuration, people.identity)(), { hasPanel: listens, onWarning });
  if (server !== null && configuration.people.isRequired) {
    const url = publicUrlOf(configuration)?.(deployment.tenants[0] ?? "") ?? server.url;
    await showSetUp(people, url, onWarning);
  }
  return (
    server && {
      ...server,
      localAccess: await showStartLink(
        server,
        local,
        show ?? (({ link, tokenFile }) => onWarning(startLinkNotice(link, tokenFile))),
      ),
    }
  );
}

/** Keeps what was done to people in the audit of its tenant: what is of no tenant, in that of the first. */
function noteIn(deployment: Deployment): NoteAct {
  return ({ tenant, by, from, ...act }) => {
    const [first] = deployment.tenants;
    const of = tenant !== null && deployment.tenants.includes(tenant) ? tenant : first;
    const { audit } = deployment.scheduler(of === undefined ? {} : { tenant: of });
    return audit.note({ ...act, app: null, by: actorOf(by), from });
  };
}

/** Where the first person is made, while there is none. */
async function showSetUp(
  { identity }: OpenedIdentity,
  url: string,
  onWarning: (message: string) => void,
): Promise<void> {
  const link = await identity.setUpLink();
  if (link === null) return;
  onWarning(
    `Nobody can sign in yet. The first to open this link within an hour becomes the administrator: ${url}/welcome#${link.secret}`,
  );
}

/** The options of a process's worker. */
function hostOf(
  { app, worker: described, maxConcurrentRuns, shutdownGraceMs, optionRule, newJobs }: Configuration,
  {
    platform,
    jobs = [],
    container,
    hooks,
    log,
    isComplete,
    runners,
    threads,
    worker,
    onWarning,
  }: OpenDeploymentOptions,
  scope: JobHostOptions["scope"],
): JobHostOptions {
  return {
    app,
    jobs,
    shutdownGraceMs,
    optionRule,
    newJobs,
    runtime: platform.runtimeInfo(),
    worker: { ...described, maxConcurrentRuns, ...worker },
    ...(scope !== undefined && { scope }),
    ...(isComplete !== undefined && { isComplete }),
    ...(runners !== undefined && { runners }),
    ...(threads !== undefined && { threads }),
    ...(container !== undefined && { container }),
    ...(hooks !== undefined && { hooks }),
    ...(log !== undefined && { log }),
    ...(onWarning !== undefined && { onWarning }),
  };
}
