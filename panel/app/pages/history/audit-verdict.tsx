import { Button, Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiAnswer } from "../../api/call-api.ts";
import { useApi } from "../../api/use-api.ts";

/** Checks the audit when asked to, and says what was found. */
export function AuditVerdict(): ReactElement {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  const verdict = useApi("verifyAudit", {}, { enabled: isAsked });
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={verdict.isFetching}
        onClick={() => (isAsked ? void verdict.refetch() : setAsked(true))}
      >
        {t("history.verify")}
      </Button>
      <Text size="sm" role="status" component="div">
        {verdict.data !== undefined && <Found {...verdict.data} />}
        {verdict.error !== null && t("history.notVerified")}
      </Text>
    </>
  );
}

function Found(verdict: ApiAnswer<"verifyAudit">): ReactElement {
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
