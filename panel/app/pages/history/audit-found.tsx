import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { ApiAnswer } from "../../api/call-api.ts";

/** The result of a check of the audit. */
export function AuditFound(verdict: ApiAnswer<"verifyAudit">): ReactElement {
  const { entries, unchained, firstBreak, isSealed, unknownOutcomes } = verdict;
  const { t } = useTranslation();
  if (firstBreak === null)
    return (
      <>
        {t("history.whole", { count: entries })}
        {isSealed && ` ${t("history.sealed")}`}
        {unchained > 0 && ` ${t("history.unchained", { count: unchained })}`}
        {unknownOutcomes > 0 && ` ${t("history.unknownOutcomes", { count: unknownOutcomes })}`}
      </>
    );
  const { reason, actId, writer, n } = firstBreak;
  return (
    <b>
      {t(`history.broken.${reason}`)}{" "}
      <span className="mono">{actId ?? (n === null ? writer : `${writer} #${n}`)}</span>
    </b>
  );
}
