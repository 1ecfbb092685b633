export { OptionControl, OptionGroup } from "./model/option/option.ts";
export {
  OPTION_PATHS,
  type OptionName,
  type OptionPath,
  OPTIONS_BY_PATH,
} from "./model/option/option-path.ts";
export { type FileValue, isFileValue, runOfFile } from "./model/file/file-value.ts";
export { isSecretName } from "./model/preview/secret-name.ts";
export { type LogCut, readLogCut } from "./model/instance/log-cut.ts";
export { isLogRemoved } from "./model/instance/log-removed.ts";
export { HttpProblemCode } from "./base/code-names.generated.ts";
export type { CodeRow, ProblemStatus } from "./model/code/code-row.ts";
export { PROBLEM_TABLE, type ProblemCode, type ProblemRow } from "./model/code/problem-table.ts";
export {
  ERROR_DOMAINS,
  ERROR_TABLE,
  type ErrorRow,
  type ErrorWords,
  errorWords,
} from "./model/code/error-table.ts";
export { numberOfCode, numberOfFailure, numberOfReason } from "./model/code/number-of-code.ts";
export { type FailureSummary, type Reason, ReasonCode, type ReasonParameters } from "./model/reason.ts";
export { type Language, LANGUAGES, type OptionWords } from "./model/words/language.ts";
export { OPTION_WORDS } from "./model/words/option-words.ts";
export {
  type Cause,
  CauseCode,
  type CauseParameters,
  type WorkerRefusal,
} from "./model/explanation/cause.ts";
export { PhaseName } from "./model/explanation/run-phases.ts";
export { AlarmCondition, type IncidentParameters, Severity } from "./model/incident/condition.ts";
export { RouteAction } from "./model/incident/alarm-route.ts";
export { CONDITIONS } from "./model/incident/alarm-rule.ts";
export { IncidentEventKind, IncidentState, NoticeEvent, Resolution } from "./model/incident/incident.ts";
export { incidentText, type DescribedIncident } from "./model/words/incident-text.ts";
export { causeText } from "./model/explanation/cause-text.ts";
export type { TimeText } from "./model/words/language.ts";
export { readFailure } from "./model/code/failure-read.ts";
export { failureText, reasonText } from "./model/code/reason-text.ts";
export type { InputIssue, IssueCode } from "./base/issue/issue-code.ts";
export { issueText } from "./model/words/issue-text.ts";
export type { JsonValue } from "./base/json.ts";
export type { TaskFact } from "./model/task/task-fact.ts";
export { failureCause } from "./model/preview/failure-cause.ts";
