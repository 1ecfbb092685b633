import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../api/api-error.ts";
import { issueWords } from "../../api/issue-words.ts";
import { errorWords } from "../../api/problem-words.ts";
import { Notice } from "../../ui/notice.tsx";

/** Why a document is not applied: each mistake where it stands, or what it failed at. */
export function ConfigRefusal({ refusal }: { readonly refusal: ApiError }): ReactElement {
  const { t } = useTranslation();
  const { errors = [], parameters = {} } = refusal.problem ?? {};
  const { count } = parameters;
  const { title, detail } = errorWords(refusal);
  if (errors.length === 0)
    return (
      <Notice title={title}>
        {detail}
        {typeof count === "number" && count > 0 && <div>{t("config.brokenOff", { count })}</div>}
      </Notice>
    );
  return (
    <Notice title={t("config.mistakes", { count: errors.length })}>
      <ul className="config-mistakes">
        {errors.map((issue) => (
          <li key={`${issue.pointer ?? ""} ${issue.code} ${issue.line ?? ""}`}>
            {issue.line !== undefined && (
              <span className="dimmed">
                {t("config.place", { line: issue.line, column: issue.column ?? 1 })}{" "}
              </span>
            )}
            <span className="mono">{issue.pointer}</span> {issueWords(issue)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
