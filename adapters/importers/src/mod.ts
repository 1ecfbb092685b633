export {
  applyImport,
  type ApplyRequest,
  type ImportChoice,
  type ImportResult,
  OnClash,
} from "./plan/apply-import.ts";
export type { ImportRequest } from "./plan/import-request.ts";
export { MOST_JOBS } from "./sources/most-jobs.ts";
export { type ImportPreview, type PreviewedJob, previewImport } from "./preview-import.ts";
export { type ImportPlan, type PlannedJob, planImport } from "./plan/plan-import.ts";
export { Clash } from "./plan/standing-jobs.ts";
export { takeTurns } from "./plan/take-turns.ts";
export { FireComparison } from "./proof/prove-jobs.ts";
export type { FireDifference, FireProof } from "./proof/compare-fires.ts";
export { IMPORTED_WORK_KINDS } from "./imported-work-kinds.ts";
export { type Finding, FindingLevel } from "./finding.ts";
export { ImportMistake } from "./import-mistake.ts";
export { ImportSource } from "./sources/import-source.ts";
export { type FindingCode, findingText, ImportLocale } from "./words/finding-words.ts";
