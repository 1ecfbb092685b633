import { Text, Textarea } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApiChange } from "../../api/use-api.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { AuditFound } from "./audit-found.tsx";
import { keptLines } from "./kept-lines.ts";

/** Checks the audit by ends of it that were kept outside the store: lines of a log, as they were written there. */
export function KeptHeadsDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const checking = useApiChange("verifyAuditByHeads");
  const lines = keptLines(text);
  return (
    <DialogForm
      title={t("history.kept.title")}
      onClose={onClose}
      closeText={t("common.close")}
      submitText={t("history.verify")}
      refusal={lines.length === 0 ? t("history.kept.none") : null}
      isPending={checking.isPending}
      onSubmit={() =>
        checking.mutate({
          body: { kept: [] },
          // As they were written: their seals are of these characters.
          options: { rawBody: `{"kept":[${lines.join(",")}]}` },
        })
      }
    >
      <Textarea
        label={t("history.kept.lines")}
        description={t("history.kept.hint")}
        className="mono-input"
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          checking.reset();
        }}
      />
      <Text size="sm" role="status" component="div">
        {checking.data === undefined ? (
          lines.length > 0 && t("history.kept.found", { count: lines.length })
        ) : (
          <AuditFound {...checking.data} />
        )}
      </Text>
    </DialogForm>
  );
}
