import { issueText } from "@mojob/core/words";
import i18next from "i18next";
import { type ApiError, ApiErrorKind } from "./api-error.ts";
import type { Problem } from "./operations.generated.ts";

type ProblemIssue = NonNullable<Problem["errors"]>[number];

/** What a call failed with, in the reader's language. */
export interface ProblemWords {
  readonly title: string;
  readonly detail: string;
}

/** The words of a problem: the API's own, unless the panel has some of the reader's language. */
export function problemWords({
  code,
  title,
  detail,
  instance,
  parameters,
}: Pick<Problem, "code" | "title" | "detail"> & Partial<Problem>): ProblemWords {
  const known = refusalWords(parameters) ?? detailOf(code, detail);
  return {
    title: i18next.t(`problem.${code}.title` as never, { defaultValue: title }) as string,
    detail: instance === undefined || known === detail ? known : `${known} ${instance}`,
  };
}

function detailOf(code: string, detail: string): string {
  return i18next.t(`problem.${code}.detail` as never, { defaultValue: detail }) as string;
}

/** Why a task refuses something; `null` for any other problem, and where the words of tasks are not loaded. */
function refusalWords(parameters: Problem["parameters"] = {}): string | null {
  const { reason, nodes } = parameters;
  if (typeof reason !== "string") return null;
  const inTheWay = Array.isArray(nodes) ? (nodes as readonly { node: string; problem: string }[]) : [];
  const words = inTheWay.map(
    ({ node, problem }) =>
      `${node} (${i18next.t(`task.migrateProblem.${problem}` as never, { defaultValue: problem }) as string})`,
  );
  const text = i18next.t(`task.refusal.${reason}` as never, {
    nodes: words.join(i18next.t("common.separator")),
    defaultValue: "",
  }) as string;
  return text === "" ? null : text;
}

/** What is wrong with one value. */
export function issueWords(issue: ProblemIssue): string {
  return issueText(issue, i18next.language === "zh" ? "zh" : "en");
}

/** The words of whatever a call failed with. */
export function errorWords(error: ApiError): ProblemWords {
  if (error.problem !== null) return problemWords(error.problem);
  const isOffline = error.kind === ApiErrorKind.Offline;
  return {
    title: i18next.t(isOffline ? "error.offline" : "error.foreign"),
    detail: isOffline ? i18next.t("error.offlineHint") : `HTTP ${error.status}`,
  };
}
