import type { RunQuery } from "../../rows/run-query.ts";
import type { SqlValue } from "../../rows/sql-value.ts";
import { FIRST_TERMINAL_CODE, isTerminalCode, STATE_CODES } from "../../rows/state-code.ts";
import type { Names } from "../numbers/names.ts";
import type { RunCounters } from "../numbers/run-counters.ts";

/** A stretch of an index that is in the order of lists: the open runs, or those in one terminal state, of a tenant or a job. */
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

/** The stretches of indexes that together hold every run a query matches; those that the counts know to be empty are left out. */
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
  const owners = isWhole
    ? [{ of: "tenant", n: tenantNumber, codes }]
    : jobs.map(({ n }) => ({ of: "job", n, codes: codes.filter((code) => counters.count(n, code) > 0) }));
  const open = owners
    .map((owner) => ({ ...owner, codes: owner.codes.filter((code) => !isTerminalCode(code)) }))
    .filter((owner) => owner.codes.length > 0)
    .map((owner) => {
      const where = `${owner.of} = ? AND ${OPEN} AND state IN (${owner.codes.join(", ")})`;
      return withReason({ index: `open_of_${owner.of}`, where, values: [owner.n] }, reason);
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
  const hasParts = (code: number): boolean =>
    !query.withoutParts && jobs.some(({ n }) => counters.parts(n, code) > 0);
  const ended = owners.flatMap(({ of, n, codes: some }) =>
    some.filter(isTerminalCode).flatMap((code) => {
      const where = `${of} = ? AND state = ? AND ${ENDED}`;
      const values = [n, code];
      return [
        { index: `ended_of_${of}`, where: `${where} AND part IS NULL`, values },
        ...(hasParts(code)
          ? [{ index: `ended_parts_of_${of}`, where: `${where} AND part IS NOT NULL`, values }]
          : []),
      ];
    }),
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
