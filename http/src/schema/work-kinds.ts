import { CONDITION_KIND, registerFlowWork, WAIT_KIND } from "@mojob/core/engine";
import { type RegisteredKind, registerWorkKind } from "@mojob/core/ports";
import { FILE_WORK } from "@mojob/file-runner/work";
import { IMPORTED_WORK_KINDS } from "@mojob/importers";
import { NOTICE_WORK } from "@mojob/notice-runner/work";
import { TRANSFER_WORK } from "@mojob/transfer-runner/work";

/** The kinds of work that the API knows beside the core's own: those that imported jobs have, statements among them, notices, work with files, transfers, choices and waits. */
export const API_WORK_KINDS: readonly RegisteredKind[] = [
  ...IMPORTED_WORK_KINDS.map(({ kind }) => kind),
  NOTICE_WORK.kind,
  FILE_WORK.kind,
  CONDITION_KIND,
  WAIT_KIND,
  TRANSFER_WORK.kind,
];

/**
 * Registers the kinds of work that the API knows beside the core's own. `createManagementApp` does it; a program that opens a
 * deployment first does it before, because its background duties may meet such jobs.
 */
export function registerWorkKinds(): void {
  registerFlowWork();
  for (const rules of IMPORTED_WORK_KINDS) registerWorkKind(rules);
  registerWorkKind(NOTICE_WORK);
  registerWorkKind(FILE_WORK);
  registerWorkKind(TRANSFER_WORK);
}
