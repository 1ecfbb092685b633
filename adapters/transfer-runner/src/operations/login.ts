import type { WorkLog } from "@mojob/core/ports";
import type { ResolvedConnection } from "../connection.ts";
import type { OpenSite, RemoteSite } from "../sites/site.ts";
import { TransferFailure } from "../transfer-failure.ts";

/** How often an attempt goes on after its connection broke. */
const MOST_BREAKS = 3;
const PAUSE_MS = 200;
/** How long the last login of an attempt that has ended may take. */
const GRACE_MS = 3000;

export interface LoginParts {
  readonly open: OpenSite;
  readonly connection: ResolvedConnection;
  readonly log: WorkLog;
  readonly signal: AbortSignal;
}

/** The login of one attempt: it is opened where it is first needed, and again after its connection broke. */
export class Login {
  readonly #parts: LoginParts;
  #site: RemoteSite | null = null;
  #wasOpen = false;
  #breaks = 0;

  constructor(parts: LoginParts) {
    this.#parts = parts;
  }

  /** @throws TransferFailure; the signal's reason */
  async site(): Promise<RemoteSite> {
    const { open, connection, signal } = this.#parts;
    signal.throwIfAborted();
    this.#site ??= await open(connection, signal);
    this.#wasOpen = true;
    return this.#site;
  }

  /** Does what may be done twice. @throws TransferFailure; the signal's reason */
  async repeatable<Value>(action: (site: RemoteSite) => Promise<Value>): Promise<Value> {
    for (;;) {
      try {
        return await action(await this.site());
      } catch (error) {
        await this.recover(error);
      }
    }
  }

  /** Returns where another connection can go on. @throws the error where none can, or too many broke; the signal's reason */
  async recover(error: unknown): Promise<void> {
    const { signal, log, connection } = this.#parts;
    signal.throwIfAborted();
    if (!(error instanceof TransferFailure) || !error.isBroken) throw error;
    this.close();
    if (!this.#wasOpen || this.#breaks >= MOST_BREAKS) throw error;
    this.#breaks += 1;
    log.warn(`${connection.name}: the connection broke; going on over another one`);
    await pause(PAUSE_MS * 2 ** (this.#breaks - 1), signal);
  }

  /** Does a last thing over a login of its own, also of an attempt that was asked to end; it may fail. */
  async lastly(action: (site: RemoteSite) => Promise<void>): Promise<void> {
    this.close();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error("The attempt has ended")), GRACE_MS);
    let site: RemoteSite | null = null;
    try {
      site = await this.#parts.open(this.#parts.connection, late.signal);
      await action(site);
    } catch {
      // The next run that writes there removes what is left.
    } finally {
      clearTimeout(timer);
      site?.close();
    }
  }

  close(): void {
    this.#site?.close();
    this.#site = null;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal.addEventListener("abort", end, { once: true });
  });
}
