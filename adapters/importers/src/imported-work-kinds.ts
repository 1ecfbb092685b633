import type { WorkKindRules } from "@mojob/core/ports";
import { XXL_WORK, type XxlWork } from "@mojob/xxl-gateway/work";

/** The kinds of work that imported jobs may have beside the core's own; who plans or makes such jobs registers them. */
export const IMPORTED_WORK_KINDS: readonly WorkKindRules<XxlWork>[] = [XXL_WORK];
