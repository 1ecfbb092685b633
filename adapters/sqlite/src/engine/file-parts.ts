import type { Sql } from "../file/sql.ts";
import { Definitions } from "./definitions.ts";
import { Executors } from "./executors.ts";
import { History } from "./history.ts";
import { Incidents } from "./incidents.ts";
import { Logs } from "./logs.ts";
import { Names } from "./numbers/names.ts";
import { RunCounters } from "./numbers/run-counters.ts";
import { Retention } from "./retention.ts";
import { RunReads } from "./run-reads.ts";
import { RunWrites } from "./run-writes.ts";
import { Scripts } from "./scripts.ts";
import { RunSearch } from "./search/run-search.ts";
import { State } from "./state.ts";
import { Tasks } from "./tasks.ts";
import { Statistics } from "./statistics.ts";

/** What reads and writes one open file, by what it keeps. */
export class FileParts {
  readonly sql: Sql;
  readonly search: RunSearch;
  readonly runWrites: RunWrites;
  readonly runReads: RunReads;
  readonly statistics: Statistics;
  readonly retention: Retention;
  readonly logs: Logs;
  readonly definitions: Definitions;
  readonly scripts: Scripts;
  readonly history: History;
  readonly incidents: Incidents;
  readonly tasks: Tasks;
  readonly executors: Executors;
  readonly state: State;
  readonly #names: Names;
  readonly #counters: RunCounters;

  constructor(sql: Sql) {
    const names = new Names(sql);
    const counters = new RunCounters(sql, names);
    this.sql = sql;
    this.search = new RunSearch(sql, names, counters);
    this.runWrites = new RunWrites(sql, names, counters);
    this.runReads = new RunReads(sql, names, counters, this.search, this.runWrites);
    this.statistics = new Statistics(sql, names, counters);
    this.retention = new Retention(sql, names, counters, () => this.runWrites.forgetEnded());
    this.logs = new Logs(sql, names);
    this.definitions = new Definitions(sql);
    this.scripts = new Scripts(sql);
    this.history = new History(sql);
    this.incidents = new Incidents(sql);
    this.tasks = new Tasks(sql, names);
    this.executors = new Executors(sql);
    this.state = new State(sql);
    this.#names = names;
    this.#counters = counters;
  }

  /** Before a commit: writes what was counted. */
  flush(): void {
    this.#counters.flush();
  }

  /** After a rollback: forgets what was counted and named. */
  reload(): void {
    this.#names.reload();
    this.#counters.reload();
    this.runWrites.reload();
  }
}
