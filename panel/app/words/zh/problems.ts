import { PROBLEM_TABLE, type ProblemCode } from "@mojob/core/words";

/** The problems of the API, by their code. In English the panel shows the API's own sentences. */
export const PROBLEMS_ZH = Object.fromEntries(
  Object.entries(PROBLEM_TABLE).map(([code, { title, detail }]) => [code, { title: title[1], detail }]),
) as Readonly<Record<ProblemCode, { readonly title: string; readonly detail: string }>>;
