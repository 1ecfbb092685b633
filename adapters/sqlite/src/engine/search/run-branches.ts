import type { RunQuery } from "../../rows/run-query.ts";
import type { SqlValue } from "../../rows/sql-value.ts";
import { FIRST_TERMINAL_CODE, isTerminalCode, STATE_CODES } from "../../rows/state-code.ts";
import type { Names } from "../numbers/names.ts";
import type { RunCounters } from "../numbers/run-counters.ts";

/** A part of an index that is in the order of lists: the open runs, or those in one terminal state, of a tenant or a job. */
export interface Branch {
  readonly index: string;
  readonly where: string;
  readonly values: readonly SqlValue[];
}

const OPEN = "ended_seq IS NULL";
const ENDED = `state >= ${FIRST_TERMINAL_CODE}`;
const CODES: readonly number[] = Object.values(STATE_CODES);

/** The codes of the states a query wants. */
export function codesOf({ states }: RunQuery): readonly number[] {
  return states === undefined ? CODES : CODES.filter((code) => states.includes(code));
}

/** The parts of indexes that together hold every run a query matches; parts that the counts know to be empty are left out. */
export function branchesOf(query: RunQuery, names: Names, counters: RunCounters): readonly Branch[] {
  const { tenant, app, jobKey, reason } = query;
  const jobs = names.jobs(tenant, jobKey, app);
  const tenantNumber = names.tenant(tenant);
  if (tenantNumber === undefined || jobs.length === 0) return [];
  const isWhole = jobs.length === names.jobs(tenant).length;
  const ofJobs = isWhole ? "" : " AND job IN (SELECT value FROM json_each(?))";
  const jobNumbers = isWhole ? [] : [JSON.stringify(jobs.map(({ n }) => n))];
  const codes = codesOf(query).filter((code) => jobs.some(({ n }) => counters.count(n, code) > 0));
  if (codes.length === 0) return [];

  if (query.texts?.error !== undefined) {
    const where = `tenant = ? AND error_summary IS NOT NULL AND state IN (${codes.join(", ")})${ofJobs}`;
    return [withReason({ index: "with_error", where, values: [tenantNumber, ...jobNumbers] }, reason)];
  }
  const parts = isWhole
    ? [{ of: "tenant", n: tenantNumber, codes }]
    : jobs.map(({ n }) => ({ of: "job", n, codes: codes.filter((code) => counters.count(n, code) > 0) }));
  const open = parts
    .map((part) => ({ ...part, codes: part.codes.filter((code) => !isTerminalCode(code)) }))
    .filter((part) => part.codes.length > 0)
    .map((part) => {
      const where = `${part.of} = ? AND ${OPEN} AND state IN (${part.codes.join(", ")})`;
      return withReason({ index: `open_of_${part.of}`, where, values: [part.n] }, reason);
    });
  const terminal = codes.filter(isTerminalCode);
  if (terminal.length === 0) return open;
  if (reason !== undefined) {
    const where = `tenant = ? AND ${ENDED} AND state IN (${terminal.join(", ")})${ofJobs}`;
    return [
      ...open,
      withReason({ index: "ended_by_reason", where, values: [tenantNumber, ...jobNumbers] }, reason),
    ];
  }
  const ended = parts.flatMap((part) =>
    part.codes.filter(isTerminalCode).map((code) => ({
      index: `ended_of_${part.of}`,
      where: `${part.of} = ? AND state = ? AND ${ENDED}`,
      values: [part.n, code],
    })),
  );
  return [...open, ...ended];
}

function withReason(branch: Branch, reason: string | undefined): Branch {
  if (reason === undefined) return branch;
  return {
    ...branch,
    where: `${branch.where} AND reason_code = ? AND reason_code IS NOT NULL`,
    values: [...branch.values, reason],
  };
}
