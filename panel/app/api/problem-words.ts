import i18next from "i18next";
import { type ApiError, ApiErrorKind } from "./api-error.ts";
import type { Problem } from "./operations.generated.ts";

/** The problem of a failed call, in the reader's language. */
export interface ProblemWords {
  readonly title: string;
  readonly detail: string;
}

/** Says what a problem is about by its parameters; `null` where it cannot. */
export type SayDetail = (parameters: NonNullable<Problem["parameters"]>) => string | null;

/** By the problem's code: from parts of the panel that are loaded later, with their words. */
const LATE_DETAILS = new Map<string, SayDetail>();

/** Has the detail of a problem said by a part of the panel that has the words for it. */
export function addProblemDetail(code: string, say: SayDetail): void {
  LATE_DETAILS.set(code, say);
}

/** The words of a problem: the API's own, unless the panel has some of the reader's language. */
export function problemWords({
  code,
  title,
  detail,
  instance,
  parameters,
}: Pick<Problem, "code" | "title" | "detail"> & Partial<Problem>): ProblemWords {
  const known = LATE_DETAILS.get(code)?.(parameters ?? {}) ?? detailOf(code, detail);
  return {
    title: i18next.t(`problem.${code}.title` as never, { defaultValue: title }) as string,
    detail: instance === undefined || known === detail ? known : `${known} ${instance}`,
  };
}

function detailOf(code: string, detail: string): string {
  return i18next.t(`problem.${code}.detail` as never, { defaultValue: detail }) as string;
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
