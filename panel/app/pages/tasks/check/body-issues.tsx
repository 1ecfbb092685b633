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
    <section aria-label={t("task.body.check")}>
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

/** Alike ones are one line: a real mistake drowns in sixty of the same words. */
const MOST_ALIKE = 3;

function IssueList({ issues, onGo, isMistake = false }: IssueListProps): ReactElement {
  const groups = [...Map.groupBy(issues, ({ words }) => words)];
  return (
    <ul>
      {groups.map(([words, alike]) => {
        const lines = alike.map((issue) => (
          <li key={issue.pointer}>
            <IssueLine issue={issue} onGo={onGo} isMistake={isMistake} />
          </li>
        ));
        if (alike.length <= MOST_ALIKE) return lines;
        return (
          <li key={words}>
            <details>
              <summary>
                {words} · {alike.length}
              </summary>
              <ul>{lines}</ul>
            </details>
          </li>
        );
      })}
    </ul>
  );
}

interface IssueLineProps extends Pick<IssueListProps, "onGo"> {
  readonly issue: BodyIssue;
  readonly isMistake: boolean;
}

function IssueLine({ issue: { pointer, words }, onGo, isMistake }: IssueLineProps): ReactElement {
  const Icon = isMistake ? OctagonX : TriangleAlert;
  return (
    <UnstyledButton className="task-issue" onClick={() => onGo(pointer)}>
      <Icon size={14} aria-hidden="true" className={isMistake ? "state-terminated" : "warning"} />
      <span>
        {words}
        <span className="mono dimmed"> {pointer === "" ? "/" : pointer}</span>
      </span>
    </UnstyledButton>
  );
}
