import type { Sql } from "../file/sql.ts";
import { nextOf } from "./numbers/sequences.ts";

/** key, value as JSON, version. */
export type StateRow = readonly [string, string, number];
/** holder, term, expiry. */
export type LeaseRow = readonly [string, number, number];

export interface StateWrite {
  readonly key: string;
  readonly value: string;
  readonly nowMs: number;
  readonly expiresMs: number | null;
}

const LAST_KEY = "\u{10ffff}";
const LIVE = "(expires_at IS NULL OR expires_at > ?)";

/** Small shared values and leases; the caller says what time it is. */
export class State {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  getMany(keys: readonly string[], nowMs: number): readonly StateRow[] {
    return keys.flatMap((key) => {
      const row = this.#sql.get(
        `SELECT key, value, version FROM state WHERE key = ? AND ${LIVE}`,
        key,
        nowMs,
      );
      return row === undefined ? [] : [row as unknown as StateRow];
    });
  }

  list(prefix: string, nowMs: number): readonly StateRow[] {
    return this.#sql.all(
      `SELECT key, value, version FROM state WHERE key >= ? AND key < ? AND ${LIVE} ORDER BY key`,
      prefix,
      prefix + LAST_KEY,
      nowMs,
    ) as unknown as readonly StateRow[];
  }

  /** Returns the version it wrote. */
  set({ key, value, nowMs, expiresMs }: StateWrite): number {
    this.#sql.run("DELETE FROM state WHERE expires_at <= ?", nowMs);
    const version = nextOf(this.#sql, "state");
    this.#sql.run("INSERT OR REPLACE INTO state VALUES (?, ?, ?, ?)", key, value, version, expiresMs);
    return version;
  }

  /** Returns the version it wrote, or `null` where another than the expected one stands. */
  compareAndSet(write: StateWrite, expected: number | null): number | null {
    const [standing] = this.getMany([write.key], write.nowMs);
    return (standing?.[2] ?? null) === expected ? this.set(write) : null;
  }

  delete(key: string, nowMs: number): boolean {
    return this.#sql.run(`DELETE FROM state WHERE key = ? AND ${LIVE}`, key, nowMs) > 0;
  }

  acquireLease(name: string, holder: string, nowMs: number, ttlMs: number): LeaseRow | null {
    const row = this.#sql.get(
      `INSERT INTO leases VALUES (?1, ?2, 1, ?3)
       ON CONFLICT DO UPDATE SET holder = ?2, expires_at = ?3, term = term + (holder IS NOT ?2)
       WHERE holder IS NULL OR holder = ?2 OR expires_at <= ?4
       RETURNING holder, term, expires_at`,
      name,
      holder,
      nowMs + ttlMs,
      nowMs,
    );
    return (row as unknown as LeaseRow | undefined) ?? null;
  }

  /** The term stays, so that the next holder's is a new one. */
  releaseLease(name: string, holder: string): void {
    this.#sql.run("UPDATE leases SET holder = NULL WHERE name = ? AND holder = ?", name, holder);
  }

  /** For the one process that owns the file, when it opens it: the holders before it have ended. */
  releaseAll(): void {
    this.#sql.run("UPDATE leases SET holder = NULL WHERE holder IS NOT NULL");
  }
}
