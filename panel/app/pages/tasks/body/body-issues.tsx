import { Text, UnstyledButton } from "@mantine/core";
import { CircleCheck, OctagonX, TriangleAlert } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { jsonMistakeWords } from "../../../ui/json/json-mistake.ts";
import type { BodyCheck, BodyIssue } from "./use-body-check.ts";

export interface BodyIssuesProps {
  readonly check: BodyCheck;
  readonly onGo: (pointer: string) => void;
}

/** The mistakes and the warnings of a body; a click goes to the place. */
export function BodyIssues({ check, onGo }: BodyIssuesProps): ReactElement {
  const { t } = useTranslation();
  const { mistake, issues, warnings, isChecked, text } = check;
  const isFine = mistake === null && isChecked && issues.length === 0;
  return (
    <section className="task-issues" aria-label={t("task.body.check")}>
      {mistake !== null && (
        <Text size="sm" role="status">
          <OctagonX size={14} aria-hidden="true" className="state-terminated" />{" "}
          {jsonMistakeWords(mistake, text, t)}
        </Text>
      )}
      {isFine && (
        <Text size="sm" role="status">
          <CircleCheck size={14} aria-hidden="true" className="state-succeeded" /> {t("task.body.fine")}
        </Text>
      )}
      {mistake === null && issues.length > 0 && <IssueList issues={issues} onGo={onGo} isMistake />}
      {mistake === null && warnings.length > 0 && (
        <details className="task-warnings">
          <summary>{t("task.body.warnings", { count: warnings.length })}</summary>
          <IssueList issues={warnings} onGo={onGo} />
        </details>
      )}
    </section>
  );
}

interface IssueListProps {
  readonly issues: readonly BodyIssue[];
  readonly onGo: (pointer: string) => void;
  /** @default false: warnings */
  readonly isMistake?: boolean;
}

function IssueList({ issues, onGo, isMistake = false }: IssueListProps): ReactElement {
  const Icon = isMistake ? OctagonX : TriangleAlert;
  return (
    <ul>
      {issues.map(({ pointer, words }) => (
        <li key={`${pointer} ${words}`}>
          <UnstyledButton className="task-issue" onClick={() => onGo(pointer)}>
            <Icon size={14} aria-hidden="true" className={isMistake ? "state-terminated" : "warning"} />
            <span>
              {words}
              <span className="mono dimmed"> {pointer === "" ? "/" : pointer}</span>
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
