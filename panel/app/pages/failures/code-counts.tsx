import { errorWords } from "@mojob/core/words";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { ApiAnswer } from "../../api/call-api.ts";

export interface CodeCountsProps {
  readonly counts: ApiAnswer<"listFailures">["numbers"];
}

/** How many runs failed in which way, each as the handbook of errors says it; its number is for who looks it up. */
export function CodeCounts({ counts }: CodeCountsProps): ReactElement {
  const { i18n } = useTranslation();
  const language = i18n.language === "zh" ? "zh" : "en";
  return (
    <>
      {counts.map(({ number, code, count }, index) => (
        <span key={number} title={`${code} ${number}`}>
          {index > 0 && " · "}
          {errorWords(code, language)?.means ?? code}: {count}
        </span>
      ))}
    </>
  );
}
