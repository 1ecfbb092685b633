import type { RegisteredWork, WorkKindRules } from "@mojob/core/ports";
import { SQL_WORK } from "@mojob/sql-runner/work";
import { XXL_WORK } from "@mojob/xxl-gateway/work";

/** The kinds of work that imported jobs may have beside the core's own; who plans or makes such jobs registers them. */
export const IMPORTED_WORK_KINDS: readonly WorkKindRules<RegisteredWork>[] = [XXL_WORK, SQL_WORK];
