import type { JsonObject } from "@mojob/core/ports";
import { hostOf, type TenantOptions } from "../gateway-options.ts";
import { nodeKey, nodePrefix } from "../state-keys.ts";
import type { Registration } from "../wire/registration.ts";

/** XXL-JOB's own bound: three of the slowest heartbeats. */
const NODE_TTL_MS = 90_000;
/** One that could not be reached is taken last for so long. */
const AVOIDED_MS = 10_000;

/** An issued token, and where the executor was that sent it. */
export interface UsedToken {
  readonly token: string;
  readonly from: string;
}

/**
 * Which executors a tenant has: those that registered, here or with another process, those of the configuration, and those that
 * somebody put on the app's list.
 */
export class NodeDirectory {
  readonly #options: TenantOptions;
  #registered = new Map<string, Registration>();
  #listed: readonly Registration[] = [];
  /** The addresses on the list that responded when they were last asked. */
  readonly #responding = new Set<string>();
  readonly #avoidedUntil = new Map<string, number>();
  /** The issued tokens that executors registered with at this process: they are kept nowhere else. */
  readonly #tokens = new Map<string, UsedToken>();
  readonly #waiting = new Set<() => void>();
  /** Counts the changes made here, so that a list read before one does not undo it. */
  #changes = 0;

  constructor(options: TenantOptions) {
    this.#options = options;
  }

  /** Whether an app has as many registered executors as it may have, and this is none of them. */
  isFull(node: Registration): boolean {
    if (this.isRegistered(node) || this.isListed(node)) return false;
    const ofApp = [...this.#registered.values()].filter(({ appName }) => appName === node.appName);
    return ofApp.length >= this.#options.maxExecutors;
  }

  /**
   * Resolves to whether it was not there before.
   * @param used the issued token that it registered with, to be sent to it
   */
  async register(node: Registration, used: UsedToken | null = null): Promise<boolean> {
    const key = this.#keyOf(node);
    const isNew = !this.#registered.has(key);
    await this.#options.state.set(key, { ...node }, { ttlMs: NODE_TTL_MS });
    this.#changes += 1;
    this.#registered.set(key, node);
    if (used === null) this.#tokens.delete(key);
    else this.#tokens.set(key, used);
    this.#avoidedUntil.delete(node.address);
    for (const wake of this.#waiting) wake();
    return isNew;
  }

  /** The token that an executor is sent instead of that of its app; `null` where it registered with that one. */
  tokenOf(node: Registration): string | null {
    return this.#tokens.get(this.#keyOf(node))?.token ?? null;
  }

  /** Forgets those that count no longer, and with them the executors that registered with them. */
  async checkTokens(counts: (used: UsedToken) => Promise<boolean>): Promise<void> {
    const used = new Map([...this.#tokens.values()].map((one) => [one.token, one]));
    const ended = new Set<string>();
    for (const [token, one] of used) if (!(await counts(one))) ended.add(token);
    for (const [key, node] of this.#registered)
      if (ended.has(this.#tokens.get(key)?.token ?? "")) await this.remove(node);
    for (const key of this.#tokens.keys()) if (!this.#registered.has(key)) this.#tokens.delete(key);
  }

  async remove({ appName, address }: Registration): Promise<void> {
    const key = this.#keyOf({ appName, address });
    await this.#options.state.delete(key);
    this.#changes += 1;
    this.#registered.delete(key);
    this.#tokens.delete(key);
  }

  /** The executors on the app's list, in place of those before. */
  list(nodes: readonly Registration[]): void {
    const before = new Set(this.#listed.map(({ address }) => address));
    this.#listed = nodes;
    if (nodes.some(({ address }) => !before.has(address))) for (const wake of this.#waiting) wake();
  }

  /** Whether somebody approved this executor by its address: in the configuration, or on the app's list. */
  isApproved({ appName, address }: Registration): boolean {
    const app = this.#options.apps.get(appName);
    return app !== undefined && (app.guard.mayAsk(hostOf(address)) || this.isListed({ appName, address }));
  }

  isListed({ appName, address }: Registration): boolean {
    return this.#listed.some((node) => node.appName === appName && node.address === address);
  }

  /** One on the list was asked whether it is there; returns whether it was not known. */
  responded({ appName, address }: Registration, isThere: boolean): boolean {
    const key = this.#keyOf({ appName, address });
    const isNews = this.#responding.has(key) !== isThere;
    if (isThere) this.#responding.add(key);
    else this.#responding.delete(key);
    if (!isThere) this.avoid(address);
    return isNews;
  }

  /** Whether it is on the list alone, and does not respond. */
  isMissing(node: Registration): boolean {
    const isConfigured = this.#options.apps.get(node.appName)?.executors.includes(node.address) ?? false;
    return !isConfigured && !this.isRegistered(node) && !this.#responding.has(this.#keyOf(node));
  }

  /** Whether it registered as clients of 3.5 do. */
  isNewer({ appName, address }: Registration): boolean {
    return this.#registered.get(this.#keyOf({ appName, address }))?.isNewer ?? false;
  }

  isRegistered({ appName, address }: Registration): boolean {
    return this.#registered.has(this.#keyOf({ appName, address }));
  }

  /** Reads what other processes were told, and forgets those whose heartbeats ended. */
  async refresh(): Promise<void> {
    const before = this.#changes;
    const entries = await this.#options.state.list(nodePrefix(this.#options.tenant));
    if (before !== this.#changes) return;
    this.#registered = new Map(entries.map(({ key, value }) => [key, registrationOf(value as JsonObject)]));
    for (const wake of this.#waiting) wake();
  }

  /** The executors of all configured apps; one that lost its approval is not among them. */
  all(): readonly Registration[] {
    return [...this.#options.apps.values()].flatMap(({ name, token, executors }) => {
      const others = [...this.#listed, ...this.#registered.values()]
        .filter((node) => node.appName === name && this.isApproved(node))
        // With an issued token, the process that an executor registered with calls it.
        .filter((node) => token !== null || this.tokenOf(node) !== null)
        .map(({ address }) => address);
      return [...new Set([...executors, ...others])].map((address) => ({ appName: name, address }));
    });
  }

  /** The addresses of an app in the order of their texts, as XXL-JOB sorts them; those that could not be reached come last. */
  addresses(appName: string): readonly string[] {
    const now = this.#options.clock.monotonicMs();
    const isAvoided = (address: string): number => Number((this.#avoidedUntil.get(address) ?? 0) > now);
    return this.all()
      .filter((node) => node.appName === appName)
      .map(({ address }) => address)
      .toSorted((a, b) => isAvoided(a) - isAvoided(b) || (a < b ? -1 : 1));
  }

  avoid(address: string): void {
    this.#avoidedUntil.set(address, this.#options.clock.monotonicMs() + AVOIDED_MS);
  }

  isAvoided(address: string): boolean {
    return (this.#avoidedUntil.get(address) ?? 0) > this.#options.clock.monotonicMs();
  }

  #keyOf({ appName, address }: Registration): string {
    return nodeKey(this.#options.tenant, appName, address);
  }

  /** Resolves when there may be other executors, after `waitMs` at latest, or when the signal aborts. */
  changed(waitMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        timer.cancel();
        this.#waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const timer = this.#options.clock.setTimer(wake, waitMs);
      this.#waiting.add(wake);
      signal.addEventListener("abort", wake, { once: true });
      if (signal.aborted) wake();
    });
  }
}

function registrationOf(stored: JsonObject): Registration {
  const { appName, address, isNewer } = stored as JsonObject & Registration;
  return { appName, address, ...(isNewer === true && { isNewer }) };
}
