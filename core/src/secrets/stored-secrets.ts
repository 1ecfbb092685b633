import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import type { Clock } from "../base/clock.ts";
import type { KeyRing } from "../base/sealing/key-ring.ts";
import { byteLength } from "../base/truncate.ts";
import { secretKey, secretKeyPrefix } from "../model/name/state-key.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import { WorkError, WorkErrorCode } from "../work/work-error.ts";
import { recordFromJson, recordToJson, sealingContext, type SecretRecord } from "./secret-record.ts";

/** A change of another process at the same moment makes this one try again. */
const MOST_TRIES = 10;

export interface StoredSecretsOptions {
  readonly tenant: string;
  readonly state: IMoStateStore;
  readonly clock: Clock;
  /** `null` where this process has none: it can list and delete. */
  readonly keys: KeyRing | null;
}

/** A secret by its app and name. */
export interface StoredSecret {
  readonly app: string;
  readonly name: string;
  readonly record: SecretRecord;
}

/** The size, in KiB, that the secrets of one run may have together: all that it prints is searched for them. */
const MOST_KIB_OF_A_RUN = 128;

/** Makes the next record of a secret from the stored one; `null` refuses the write. */
type NextRecord = (current: SecretRecord | null) => Promise<SecretRecord | null>;

/** The secrets of a tenant in the state store, which never gets to see a value. */
export class StoredSecrets {
  readonly #options: StoredSecretsOptions;

  constructor(options: StoredSecretsOptions) {
    this.#options = options;
  }

  /** By app and name. */
  async list(app?: string): Promise<readonly StoredSecret[]> {
    const { state, tenant } = this.#options;
    const entries = await state.list(secretKeyPrefix(tenant, app));
    return entries.map(({ key, value }) => {
      const [of = "", name = ""] = key.slice(secretKeyPrefix(tenant).length).split("/");
      return { app: of, name, record: recordFromJson(value) };
    });
  }

  /** Whether this process has the key. */
  canOpen({ sealed }: SecretRecord): boolean {
    return this.#options.keys?.has(sealed.key) ?? false;
  }

  /**
   * Seals a value; resolves to `null` where `mayWrite` refuses what is there.
   * @throws MoJobError `key_missing` where this process has no keys
   */
  async save(
    app: string,
    name: string,
    value: string,
    by: string | null,
    mayWrite: (current: SecretRecord | null) => boolean,
  ): Promise<SecretRecord | null> {
    const keys = this.#keys(`keep secret "${name}"`);
    const { tenant, clock } = this.#options;
    return this.#write(app, name, async (current) => {
      if (!mayWrite(current)) return null;
      const version = (current?.version ?? 0) + 1;
      const now = clock.now().toISOString();
      const sealed = await keys.seal(value, sealingContext(tenant, app, name, version));
      const { createdAt, createdBy } = current ?? { createdAt: now, createdBy: by };
      return { version, sealed, createdAt, createdBy, updatedAt: now, updatedBy: by };
    });
  }

  /** Resolves to whether it was there. */
  remove(app: string, name: string): Promise<boolean> {
    const { state, tenant } = this.#options;
    return state.delete(secretKey(tenant, app, name));
  }

  /**
   * Opens what a run is to get, all or none, and seals nothing.
   * @throws WorkError `secret_missing`, `secret_sealed`, `secret_damaged`, `secrets_too_long`; MoJobError `store_unavailable`
   */
  async open(app: string, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { state, tenant } = this.#options;
    const entries = await state.getMany(names.map((name) => secretKey(tenant, app, name)));
    const opened = new Map<string, string>();
    let bytes = 0;
    for (const name of names) {
      const entry = entries.get(secretKey(tenant, app, name));
      if (entry === undefined) throw new WorkError(WorkErrorCode.SecretMissing, { name });
      const value = await this.#open({ app, name, record: recordFromJson(entry.value) });
      bytes += byteLength(value);
      if (bytes > MOST_KIB_OF_A_RUN * 1024)
        throw new WorkError(WorkErrorCode.SecretsTooLong, { limit: MOST_KIB_OF_A_RUN });
      opened.set(name, value);
    }
    return opened;
  }

  /**
   * Seals with the newest key what an older one sealed; resolves to how many those were.
   * @throws MoJobError `key_missing` where this process has no keys; WorkError as `open`, once all others are sealed
   */
  async reseal(app?: string): Promise<number> {
    const { newest } = this.#keys("seal secrets again");
    let count = 0;
    let failure: unknown = null;
    for (const stored of await this.list(app)) {
      if (stored.record.sealed.key === newest) continue;
      try {
        if (await this.#resealOne(stored)) count += 1;
      } catch (error) {
        failure ??= error;
      }
    }
    if (failure !== null) throw failure;
    return count;
  }

  /**
   * Checks that this process's keys open what it will be asked for, one secret of each key.
   * @throws MoJobError `invalid_configuration` that names a secret and the key it wants
   */
  async check(app: string): Promise<void> {
    if (this.#options.keys === null) return;
    const oneOfEach = new Map((await this.list(app)).map((stored) => [stored.record.sealed.key, stored]));
    for (const stored of oneOfEach.values()) {
      try {
        await this.#open(stored);
      } catch (error) {
        if (!(error instanceof WorkError)) throw error;
        const { ids } = this.#options.keys;
        throw new MoJobError(
          MoJobErrorCode.InvalidConfiguration,
          `Cannot start with these keys (${ids.join(", ")}): ${error.message}, app "${app}"`,
          { cause: error },
        );
      }
    }
  }

  async #resealOne({ app, name, record: { sealed } }: StoredSecret): Promise<boolean> {
    const keys = this.#keys("seal secrets again");
    const { tenant } = this.#options;
    const written = await this.#write(app, name, async (current) => {
      // Deleted or replaced meanwhile.
      if (current?.sealed.key !== sealed.key) return null;
      const value = await this.#open({ app, name, record: current });
      return {
        ...current,
        sealed: await keys.seal(value, sealingContext(tenant, app, name, current.version)),
      };
    });
    return written !== null;
  }

  async #open({ app, name, record: { sealed, version } }: StoredSecret): Promise<string> {
    const { keys, tenant } = this.#options;
    const { key } = sealed;
    if (keys?.has(key) !== true) throw new WorkError(WorkErrorCode.SecretSealed, { name, key });
    const value = await keys.open(sealed, sealingContext(tenant, app, name, version));
    if (value === null) throw new WorkError(WorkErrorCode.SecretDamaged, { name, key });
    return value;
  }

  async #write(app: string, name: string, next: NextRecord): Promise<SecretRecord | null> {
    const { state, tenant } = this.#options;
    const key = secretKey(tenant, app, name);
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const entry = await state.get(key);
      const record = await next(entry === null ? null : recordFromJson(entry.value));
      if (record === null) return null;
      if ((await state.compareAndSet(key, entry?.version ?? null, recordToJson(record))) !== null)
        return record;
    }
    throw new MoJobError(
      MoJobErrorCode.StaleRevision,
      `Cannot write secret "${name}" of app "${app}": it is being changed by others`,
    );
  }

  #keys(doing: string): KeyRing {
    const { keys } = this.#options;
    if (keys !== null) return keys;
    throw new MoJobError(
      MoJobErrorCode.KeyMissing,
      `Cannot ${doing}: this process has no keys; start it with a key ring (MOJOB_KEYS_FILE)`,
    );
  }
}
