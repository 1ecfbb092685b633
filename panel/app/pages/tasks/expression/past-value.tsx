import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { oneLine } from "../../../base/one-line.ts";
import { jsonText } from "../../../ui/json/json-text.ts";
import { usePastValue } from "./preview.ts";

const LONGEST = 200;

export interface PastValueProps {
  readonly text: string;
  /** Where the expression stands; `null` outside of nodes. */
  readonly node: string | null;
}

/** What an expression had in the last run. */
export function PastValueLine({ text, node }: PastValueProps): ReactElement | null {
  const { t } = useTranslation();
  const past = usePastValue(text, node);
  if (past === null) return null;
  const isValue = "value" in past;
  const shown = isValue ? oneLine(jsonText(past.value)) : past.words;
  return (
    <div className="past-value dimmed" role="status">
      {t("inspector.inLastRun")}{" "}
      <span className={isValue ? "mono" : "warning-words"}>
        {shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown}
      </span>
    </div>
  );
}
