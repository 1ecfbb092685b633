import { type IMoStateStore, type JsonValue, MoJobError, MoJobErrorCode } from "@mojob/core";
import { IDENTITY_REVISION_KEY, PERSON_PREFIX, TOKEN_PREFIX } from "@mojob/core/feature";
import { type Clock, createId, type StateEntry } from "@mojob/core/ports";
import type { AccessToken, KnownToken } from "./access-token.ts";
import type { KnownPerson, Person } from "./person.ts";

/** Another process's change is seen after at most this. */
const CHECKED_FOR_MS = 1000;
const MOST_TRIES = 10;

interface Snapshot {
  readonly revision: number | null;
  readonly people: ReadonlyMap<string, KnownPerson>;
  readonly tokens: ReadonlyMap<string, KnownToken>;
}

export interface IdentityRecordsOptions {
  readonly state: Pick<IMoStateStore, "get" | "set" | "list" | "compareAndSet" | "delete">;
  readonly clock: Clock;
}

/**
 * The people and tokens of a deployment, in its state store. All of them are kept in memory, because each request asks for one; a revision
 * that changes with each of them is read at most once a second, and at once after a change by this process.
 */
export class IdentityRecords {
  readonly #options: IdentityRecordsOptions;
  #snapshot: Snapshot | null = null;
  #checkedMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<Snapshot> | null = null;

  constructor(options: IdentityRecordsOptions) {
    this.#options = options;
  }

  /** @throws MoJobError `store_unavailable`: nobody is let in by what was true a while ago */
  async read(): Promise<Pick<Snapshot, "people" | "tokens">> {
    const { clock } = this.#options;
    if (this.#snapshot !== null && clock.monotonicMs() - this.#checkedMs < CHECKED_FOR_MS)
      return this.#snapshot;
    return (this.#reading ??= this.#readNow().finally(() => (this.#reading = null)));
  }

  /** As `read`, with what every process has changed until now: for who looks at people and changes them. */
  async readNow(): Promise<Pick<Snapshot, "people" | "tokens">> {
    this.#checkedMs = Number.NEGATIVE_INFINITY;
    // One that is under way may have read the revision before the change.
    await this.#reading?.catch(() => {});
    return this.read();
  }

  /** @throws MoJobError `person_taken` */
  async addPerson(person: Person): Promise<KnownPerson> {
    const entry = await this.#write(PERSON_PREFIX + person.name, null, person);
    if (entry !== null) return { ...person, revision: entry.version };
    throw new MoJobError(
      MoJobErrorCode.PersonTaken,
      `Cannot add "${person.name}": somebody has, or had, this name; names are not given twice`,
    );
  }

  /**
   * Changes a person, whatever else changes them meanwhile; `change` returns `null` to leave them as they are.
   * @throws MoJobError `person_not_found`; `stale_revision` where another revision was expected, or others change them at each try
   */
  changePerson(
    name: string,
    change: (person: Person) => Person | null,
    expected: number | null = null,
  ): Promise<KnownPerson> {
    return this.#change<Person>(
      PERSON_PREFIX + name,
      `"${name}"`,
      MoJobErrorCode.PersonNotFound,
      change,
      expected,
    );
  }

  async addToken(token: AccessToken): Promise<KnownToken> {
    const entry = await this.#write(TOKEN_PREFIX + token.id, null, token);
    if (entry !== null) return { ...token, revision: entry.version };
    throw new MoJobError(MoJobErrorCode.StaleRevision, "Cannot add the token: its id is taken; try again");
  }

  /** As `changePerson`. @throws MoJobError `token_not_found`; `stale_revision` */
  changeToken(id: string, change: (token: AccessToken) => AccessToken | null): Promise<KnownToken> {
    return this.#change<AccessToken>(
      TOKEN_PREFIX + id,
      `token "${id}"`,
      MoJobErrorCode.TokenNotFound,
      change,
      null,
    );
  }

  async removeToken(id: string): Promise<void> {
    await this.#options.state.delete(TOKEN_PREFIX + id);
    await this.#noteChange();
  }

  async #change<Kept extends Person | AccessToken>(
    key: string,
    what: string,
    missing: MoJobErrorCode,
    change: (kept: Kept) => Kept | null,
    expected: number | null,
  ): Promise<Kept & { readonly revision: number }> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const entry = await this.#options.state.get(key);
      if (entry === null) throw new MoJobError(missing, `Cannot find ${what}`);
      if (expected !== null && entry.version !== expected) throw stale(what, entry.version);
      const kept = valueOf<Kept>(entry);
      const changed = change(kept);
      if (changed === null) return { ...kept, revision: entry.version };
      const written = await this.#write(key, entry.version, changed);
      if (written !== null) return { ...changed, revision: written.version };
    }
    throw new MoJobError(MoJobErrorCode.StaleRevision, `Cannot change ${what}: others change it meanwhile`);
  }

  async #write(
    key: string,
    expected: number | null,
    value: Person | AccessToken,
  ): Promise<StateEntry | null> {
    const json = value as unknown as JsonValue;
    const entry = await this.#options.state.compareAndSet(key, expected, json);
    if (entry !== null) await this.#noteChange();
    return entry;
  }

  async #noteChange(): Promise<void> {
    const { state, clock } = this.#options;
    this.#checkedMs = Number.NEGATIVE_INFINITY;
    await state.set(IDENTITY_REVISION_KEY, createId(clock.now()));
    this.#checkedMs = Number.NEGATIVE_INFINITY;
  }

  async #readNow(): Promise<Snapshot> {
    const { state, clock } = this.#options;
    const checkedMs = clock.monotonicMs();
    // Before the records: what changes after it is read again.
    const revision = (await state.get(IDENTITY_REVISION_KEY))?.version ?? null;
    if (this.#snapshot === null || this.#snapshot.revision !== revision) {
      const [people, tokens] = await Promise.all([state.list(PERSON_PREFIX), state.list(TOKEN_PREFIX)]);
      this.#snapshot = {
        revision,
        people: new Map(people.map((entry) => [entry.key.slice(PERSON_PREFIX.length), known<Person>(entry)])),
        tokens: new Map(
          tokens.map((entry) => [entry.key.slice(TOKEN_PREFIX.length), known<AccessToken>(entry)]),
        ),
      };
    }
    this.#checkedMs = checkedMs;
    return this.#snapshot;
  }
}

function known<Kept>(entry: StateEntry): Kept & { readonly revision: number } {
  return { ...valueOf<Kept>(entry), revision: entry.version };
}

/** These keys are written here alone. */
function valueOf<Kept>({ value }: StateEntry): Kept {
  return value as unknown as Kept;
}

function stale(what: string, revision: number): MoJobError {
  return new MoJobError(
    MoJobErrorCode.StaleRevision,
    `Cannot change ${what}: it was changed meanwhile and has revision ${revision} now`,
    { parameters: { revision } },
  );
}
