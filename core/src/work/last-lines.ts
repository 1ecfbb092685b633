import type { JobInstance, JobLogLine } from "../model/instance/job-instance.ts";
import { phaseBegun, PhaseName } from "../model/phase-mark.ts";
import type { IMoLogStore } from "../ports/log-store.ts";

/** The last lines of a run's log, as many as expressions read. */
const LOG_LINES = 1000;
const PAGE_SIZE = 500;

/** The last lines of a run's log that are its work's own, in their order: those of the phases around it are not. */
export async function lastLines(
  logs: Pick<IMoLogStore, "list">,
  { tenant, id }: Pick<JobInstance, "tenant" | "id">,
): Promise<readonly JobLogLine[]> {
  const own = new OwnLines();
  for (let after = 0; ;) {
    const page = await logs.list(tenant, id, after, PAGE_SIZE);
    for (const line of page) own.add(line);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return own.lines;
    after = last.seq;
  }
}

/** Leaves out what each attempt logs before its work begins and after it has ended, where it has phases. */
class OwnLines {
  #lines: JobLogLine[] = [];
  #attempt = 0;
  #isOwn = true;

  get lines(): readonly JobLogLine[] {
    return this.#lines.slice(-LOG_LINES);
  }

  add(line: JobLogLine): void {
    if (line.attempt !== this.#attempt) this.#isOwn = true;
    this.#attempt = line.attempt;
    const phase = phaseBegun(line);
    if (phase === PhaseName.Process)
      this.#lines = this.#lines.filter(({ attempt }) => attempt !== line.attempt);
    if (phase !== null) this.#isOwn = phase === PhaseName.Process;
    else if (this.#isOwn) this.#lines.push(line);
    if (this.#lines.length >= 2 * LOG_LINES) this.#lines = this.#lines.slice(-LOG_LINES);
  }
}
