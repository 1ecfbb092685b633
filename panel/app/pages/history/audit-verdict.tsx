import { Button, Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { AuditFound } from "./audit-found.tsx";
import { KeptHeadsDialog } from "./kept-heads-dialog.tsx";

/** Checks the audit when asked to, by itself or by what was kept outside the store, and says what was found. */
export function AuditVerdict(): ReactElement {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  const [isKeptShown, setKeptShown] = useState(false);
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
      <Button variant="default" size="compact-sm" onClick={() => setKeptShown(true)}>
        {t("history.kept.open")}
      </Button>
      {isKeptShown && <KeptHeadsDialog onClose={() => setKeptShown(false)} />}
      <Text size="sm" role="status" component="div">
        {verdict.data !== undefined && <AuditFound {...verdict.data} />}
        {verdict.error !== null && t("history.notVerified")}
      </Text>
    </>
  );
}
