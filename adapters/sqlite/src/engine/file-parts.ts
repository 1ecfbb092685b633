import type { Sql } from "../file/sql.ts";
import { Definitions } from "./definitions.ts";
import { Names } from "./numbers/names.ts";
import { RunCounters } from "./numbers/run-counters.ts";
import { Retention } from "./retention.ts";
import { RunReads } from "./run-reads.ts";
import { RunWrites } from "./run-writes.ts";
import { RunSearch } from "./search/run-search.ts";
import { State } from "./state.ts";
import { Statistics } from "./statistics.ts";

/** The parts that read and write one open file, by their tables. */
export class FileParts {
  readonly sql: Sql;
  readonly names: Names;
  readonly search: RunSearch;
  readonly runWrites: RunWrites;
  readonly runReads: RunReads;
  readonly statistics: Statistics;
  readonly retention: Retention;
  readonly definitions: Definitions;
  readonly state: State;
  readonly #counters: RunCounters;

  constructor(sql: Sql) {
    const names = new Names(sql);
    const counters = new RunCounters(sql, names);
    this.sql = sql;
    this.names = names;
    this.search = new RunSearch(sql, names, counters);
    this.runWrites = new RunWrites(sql, names, counters);
    this.runReads = new RunReads(sql, names, counters, this.search, this.runWrites);
    this.statistics = new Statistics(sql, names, counters);
    this.retention = new Retention(sql, names, counters, () => this.runWrites.forgetEnded());
    this.definitions = new Definitions(sql);
    this.state = new State(sql);
    this.#counters = counters;
  }

  /** Before a commit: writes what was counted. */
  flush(): void {
    this.#counters.flush();
  }

  /** After a rollback: forgets what was counted and named. */
  reload(): void {
    this.names.reload();
    this.#counters.reload();
    this.runWrites.reload();
  }
}
