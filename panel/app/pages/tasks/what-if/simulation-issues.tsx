import type { ReactElement } from "react";
import type { ApiError } from "../../../api/api-error.ts";
import { issueWords } from "../../../api/issue-words.ts";

/** What is wrong with a body or an outcome that the API did not take, each with its place. */
export function SimulationIssues({ error }: { readonly error: ApiError | null }): ReactElement | null {
  const issues = error?.problem?.errors ?? [];
  if (issues.length === 0) return null;
  return (
    <ul>
      {issues.map((issue) => (
        <li key={`${issue.pointer} ${issue.code}`}>
          {issueWords(issue)} <span className="mono dimmed">{issue.pointer}</span>
        </li>
      ))}
    </ul>
  );
}
