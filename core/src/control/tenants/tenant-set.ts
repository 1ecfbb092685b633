import type { Clock } from "../../base/clock.ts";
import { type Closer, closeAll } from "../../base/closers.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { repeat, type Repetition } from "../../base/repeat.ts";
import { assertTenant } from "../../model/name/names.ts";
import { TENANTS_CHANGED_KEY } from "../../model/tenant/tenant-keys.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import type { Engine } from "../engine.ts";
import type { TenantRegistry } from "./tenant-registry.ts";

/** The parts of a process for one tenant. */
export interface ServedTenant {
  readonly engine: Engine;
  /** Called before `close()` where its deployment no longer has the tenant. */
  removed?(): Promise<void>;
  /** Starts nothing more, and resolves once the runs under way have ended, within the grace of the process. @default nothing runs here */
  finishRuns?(): Promise<void>;
  /** Stops serving it: runs finish within the grace of the process. */
  close(): Promise<void>;
}

export interface TenantSetOptions<Served extends ServedTenant> {
  /** The tenants in the options of the process, at least one: they are served until it ends. */
  readonly fixed: readonly string[];
  /** The tenants that are added while processes run; `null` where it serves those of its options alone. */
  readonly registry: TenantRegistry | null;
  /** Where it is noted that the settings of a tenant were changed. */
  readonly state: Pick<IMoStateStore, "get">;
  /** Serves a tenant from now on; closes what it began where it fails. */
  readonly open: (tenant: string) => Promise<Served>;
  readonly clock: Clock;
  /** Called with why a tenant could not be opened or closed that another process added or removed; opening is tried again. */
  readonly onError: (error: unknown) => void;
}

/** Opens something for each tenant while it is served. */
interface ForEach {
  readonly open: (tenant: string) => Closer;
  readonly opened: Map<string, Closer>;
}

/** A tenant that is served, or is about to be, or was until now. */
interface Place<Served> {
  isWanted: boolean;
  /** `null` also while it is being opened or closed. */
  served: Served | null;
  /** Opens or closes it until it is as wanted. */
  work: Promise<void> | null;
}

/** How often a process looks whether another one has added or removed a tenant. */
const LOOK_EVERY_MS = 500;
/** A tenant that could not be opened is tried again after this. */
const AGAIN_AFTER_MS = 10_000;

/** The tenants that a process serves: those of its options, and those that are added to its deployment while it runs. */
export class TenantSet<Served extends ServedTenant> implements Iterable<Served> {
  readonly #options: TenantSetOptions<Served>;
  readonly #places = new Map<string, Place<Served>>();
  /** When a tenant that could not be opened may be tried again. */
  readonly #againMs = new Map<string, number>();
  readonly #forEach = new Set<ForEach>();
  /** Reads and changes of the registry, one after another: an older list must not undo a newer change. */
  #turn: Promise<unknown> = Promise.resolve();
  #looks: Repetition | null = null;
  /** How the settings of tenants were when they were read last. */
  #changes = -1;
  #isClosing = false;
  #finishing: Promise<void> | null = null;

  private constructor(options: TenantSetOptions<Served>) {
    this.#options = options;
  }

  /** Opens all of them at once. @throws the first error of `open`, once those that were opened are closed again */
  static async open<Served extends ServedTenant>(
    options: TenantSetOptions<Served>,
  ): Promise<TenantSet<Served>> {
    const set = new TenantSet(options);
    const names = new Set([...options.fixed, ...((await options.registry?.read()) ?? [])]);
    const opened = await Promise.allSettled([...names].map((tenant) => set.#want(tenant, true)));
    const failed = opened.find((one) => one.status === "rejected");
    if (failed === undefined) return set;
    await set.close();
    throw failed.reason;
  }

  *[Symbol.iterator](): Generator<Served> {
    for (const { isWanted, served } of this.#places.values()) if (isWanted && served !== null) yield served;
  }

  get names(): readonly string[] {
    return Array.from(this, ({ engine }) => engine.tenant);
  }

  /** The first of the options where none is named. @throws MoJobError `invalid_argument` for one that is not served */
  get(tenant: string = this.#options.fixed[0] ?? ""): Served {
    const { isWanted, served } = this.#places.get(tenant) ?? {};
    if (isWanted && served) return served;
    throw this.#unserved("use", tenant);
  }

  /**
   * Opens something for each tenant that is served now, and for each one as soon as it is served; it is closed before its tenant is, and
   * with what is returned.
   * @throws what `open` throws for a tenant that is served now
   */
  forEach(open: (tenant: string) => Closer): { close(): Promise<void> } {
    const one: ForEach = { open, opened: new Map() };
    for (const tenant of this.names) one.opened.set(tenant, open(tenant));
    this.#forEach.add(one);
    return {
      close: async () => {
        this.#forEach.delete(one);
        await closeAll(one.opened.values());
      },
    };
  }

  /** Follows what other processes of the deployment add and remove, and the settings that they change. */
  follow(): void {
    const { registry, clock, onError } = this.#options;
    const look = async (): Promise<void> => {
      await this.#readSettings();
      if (registry !== null) await this.#inTurn(() => this.#look(registry));
    };
    this.#looks = repeat(look, { clock, everyMs: LOOK_EVERY_MS, slackMs: Infinity, onError });
  }

  /**
   * Serves a tenant here and in every process that follows; resolves once it is served here. One that is served already is left as it is.
   * @throws MoJobError `invalid_argument` for a text that cannot name one, and where the process serves those of its options alone;
   * `store_unavailable`; as the start of a tenant, which stays added then
   */
  async add(tenant: string): Promise<void> {
    assertTenant(tenant);
    const { fixed, registry } = this.#options;
    if (fixed.includes(tenant)) return;
    if (registry === null) throw this.#unserved("add", tenant);
    const { opened } = await this.#inTurn(async () => {
      await registry.add(tenant);
      return { opened: this.#want(tenant, true) };
    });
    await opened;
  }

  /**
   * Stops serving a tenant, here and in every process that follows; resolves once it is closed here. What is stored of it stays.
   * @throws MoJobError `invalid_argument` for one of the options, and for one that is not served; `store_unavailable`
   */
  async remove(tenant: string): Promise<void> {
    const { fixed, registry } = this.#options;
    if (fixed.includes(tenant))
      throw new MoJobError(
        MoJobErrorCode.InvalidArgument,
        `Cannot remove tenant "${tenant}": it is one of those that this process was started with`,
        { issues: [issueAt("/tenant", "fixed_tenant")] },
      );
    const { closed } = await this.#inTurn(async () => {
      const wasAdded = (await registry?.remove(tenant)) ?? false;
      if (!wasAdded && !this.#places.has(tenant)) throw this.#unserved("remove", tenant);
      return { closed: this.#want(tenant, false) };
    });
    await closed;
  }

  /**
   * Stops following, and lets the runs of all tenants end within the grace; all of them are served until `close()`. A second call returns the
   * same promise.
   */
  finishRuns(): Promise<void> {
    return (this.#finishing ??= this.#finishRuns());
  }

  async #finishRuns(): Promise<void> {
    this.#isClosing = true;
    // At once, so that what is asked from now on is asked of a process that ends.
    const begun = [...this.#places.values()].map(({ served }) => served?.finishRuns?.());
    await Promise.allSettled([...begun, this.#looks?.close(), this.#turn]);
    await Promise.allSettled([...this.#places.values()].flatMap(({ work }) => work ?? []));
    const served = [...this.#places.values()].flatMap((place) => place.served ?? []);
    await closeAll(served.map((one) => ({ close: () => one.finishRuns?.() })));
  }

  /** Lets runs end and closes all, also where one of them fails; rejects with the first error. What is closed can still be asked. */
  async close(): Promise<void> {
    const finished = this.finishRuns();
    await finished.catch(() => {});
    const places = [...this.#places];
    const end = async (tenant: string, served: Served | null): Promise<void> => {
      await this.#closeFor(tenant);
      await served?.close();
    };
    await closeAll([
      ...places.map(([tenant, { served }]) => ({ close: () => end(tenant, served) })),
      { close: () => finished },
    ]);
  }

  async #readSettings(): Promise<void> {
    const { state, onError } = this.#options;
    const changes = (await state.get(TENANTS_CHANGED_KEY))?.version ?? 0;
    if (changes === this.#changes) return;
    this.#changes = changes;
    // One that cannot be read now is read where it is used.
    await Promise.all(Array.from(this, ({ engine }) => engine.settings.refresh().catch(onError)));
  }

  async #look(registry: TenantRegistry): Promise<void> {
    const { fixed, clock, onError } = this.#options;
    const wanted = new Set([...fixed, ...(await registry.read())]);
    for (const [tenant, { isWanted }] of this.#places)
      if (isWanted && !wanted.has(tenant)) this.#want(tenant, false).catch(onError);
    for (const tenant of wanted) {
      const mayTry = clock.monotonicMs() >= (this.#againMs.get(tenant) ?? 0);
      if (mayTry && this.#places.get(tenant)?.isWanted !== true) this.#want(tenant, true).catch(onError);
    }
  }

  /** Resolves once the tenant is as wanted, or as somebody wants it who came later. */
  #want(tenant: string, isWanted: boolean): Promise<void> {
    let place = this.#places.get(tenant);
    if (place === undefined && !isWanted) return Promise.resolve();
    if (place === undefined) this.#places.set(tenant, (place = { isWanted, served: null, work: null }));
    place.isWanted = isWanted;
    if (place.work === null && isWanted === (place.served !== null)) return Promise.resolve();
    return (place.work ??= this.#settle(tenant, place));
  }

  async #settle(tenant: string, place: Place<Served>): Promise<void> {
    const { open, clock, onError } = this.#options;
    try {
      while (place.isWanted !== (place.served !== null)) {
        const { served } = place;
        if (served === null) {
          place.served = await open(tenant);
          this.#againMs.delete(tenant);
          if (place.isWanted) this.#openFor(tenant);
        } else {
          place.served = null;
          await this.#closeFor(tenant).catch(onError);
          await served.removed?.().catch(onError);
          await served.close();
        }
      }
    } catch (error) {
      if (place.isWanted) this.#againMs.set(tenant, clock.monotonicMs() + AGAIN_AFTER_MS);
      place.isWanted = false;
      throw error;
    } finally {
      place.work = null;
      if (place.served === null) this.#places.delete(tenant);
    }
  }

  #openFor(tenant: string): void {
    for (const { open, opened } of this.#forEach) {
      try {
        opened.set(tenant, open(tenant));
      } catch (error) {
        this.#options.onError(error);
      }
    }
  }

  async #closeFor(tenant: string): Promise<void> {
    const closers: Closer[] = [];
    for (const { opened } of this.#forEach) {
      const closer = opened.get(tenant);
      if (closer !== undefined) closers.push(closer);
      opened.delete(tenant);
    }
    await closeAll(closers);
  }

  /** @throws MoJobError `shutting_down` once all is closed */
  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosing)
      throw new MoJobError(MoJobErrorCode.ShuttingDown, "Cannot change the tenants: this process is closing");
    const turn = this.#turn.catch(() => {}).then(work);
    this.#turn = turn;
    return turn;
  }

  #unserved(doing: string, tenant: string): MoJobError {
    return new MoJobError(
      MoJobErrorCode.InvalidArgument,
      `Cannot ${doing} tenant "${tenant}": this process serves ${this.names.join(", ")}${doing === "add" ? " and no others" : ""}`,
      { issues: [issueAt("/tenant", "unserved_tenant")] },
    );
  }
}
