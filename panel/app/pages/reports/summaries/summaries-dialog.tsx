import { Group, Stack, Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReportSummary } from "../../../api/operations.generated.ts";
import { notifyDone } from "../../../api/notify.ts";
import { useApi, useApiChange } from "../../../api/use-api.ts";
import { useNameOfActor } from "../../../session/use-name-of-actor.ts";
import { useRefusal } from "../../../session/use-may.ts";
import { Dialog, DialogForm } from "../../../ui/dialog-form.tsx";
import { ErrorState } from "../../../ui/page/error-state.tsx";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { SummaryForm } from "./summary-form.tsx";
import { weekdayName } from "./weekday-name.ts";
import "./summaries.css";

/** What is asked for of one summary. */
interface Asked {
  /** `null` is another one. */
  readonly summary: ReportSummary | null;
  readonly isRemoved: boolean;
}

/** The summaries that are sent, each of which can be sent now, changed and removed. */
export function SummariesDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Asked | null>(null);
  const list = useApi("listReportSummaries", {});
  const mayNot = useRefusal("runs:trigger");
  const back = (): void => setAsked(null);
  if (asked !== null && asked.summary !== null && asked.isRemoved)
    return <RemoveDialog summary={asked.summary} onClose={back} />;
  if (asked !== null) return <SummaryForm summary={asked.summary} onClose={back} />;
  return (
    <Dialog title={t("summaries.title")} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">{t("summaries.hint")}</Text>
        <QueryView query={list}>
          {({ items }) =>
            items.length === 0 ? (
              <Text size="sm">{t("summaries.none")}</Text>
            ) : (
              <ul className="summaries">
                {items.map((summary) => (
                  <SummaryRow
                    key={summary.id}
                    summary={summary}
                    mayNot={mayNot}
                    onAsk={(isRemoved) => setAsked({ summary, isRemoved })}
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
        <Group justify="end">
          <RefusableButton refusal={mayNot} onClick={() => setAsked({ summary: null, isRemoved: false })}>
            {t("summaries.add")}
          </RefusableButton>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface SummaryRowProps {
  readonly summary: ReportSummary;
  readonly mayNot: string | null;
  readonly onAsk: (isRemoved: boolean) => void;
}

function SummaryRow({ summary, mayNot, onAsk }: SummaryRowProps): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const { id, name, job, interval, weekday, hour, timeZone, enabled, isOwn, owner } = summary;
  const send = useApiChange("sendReportSummary", { onDone: () => notifyDone(t("summaries.sent")) });
  const look = { size: "compact-xs", variant: "default" } as const;
  return (
    <li>
      <Group gap={6}>
        <Text size="sm" fw={600} component="bdi">
          {name}
        </Text>
        {!enabled && <Tag>{t("summaries.off")}</Tag>}
      </Group>
      <Text size="xs" c="dimmed" component="div">
        {interval === "daily"
          ? t("summaries.daily", { hour, timeZone })
          : t("summaries.weekly", { weekday: weekdayName(t, weekday ?? 1), hour, timeZone })}
        {" · "}
        <span className="mono">{job}</span>
        {!isOwn && owner !== null && ` · ${t("summaries.by", { name: nameOf(owner) })}`}
      </Text>
      <Group gap="xs" mt={4}>
        <RefusableButton
          {...look}
          refusal={mayNot}
          loading={send.isPending}
          aria-label={t("summaries.sendOf", { name })}
          onClick={() => send.mutate({ path: { id }, body: {} })}
        >
          {t("summaries.send")}
        </RefusableButton>
        <RefusableButton
          {...look}
          refusal={mayNot}
          aria-label={t("summaries.changeOf", { name })}
          onClick={() => onAsk(false)}
        >
          {t("summaries.change")}
        </RefusableButton>
        <RefusableButton
          {...look}
          refusal={null}
          aria-label={t("summaries.removeOf", { name })}
          onClick={() => onAsk(true)}
        >
          {t("summaries.remove")}
        </RefusableButton>
      </Group>
    </li>
  );
}

interface RemoveDialogProps {
  readonly summary: ReportSummary;
  readonly onClose: () => void;
}

function RemoveDialog({ summary: { id, name, revision }, onClose }: RemoveDialogProps): ReactElement {
  const { t } = useTranslation();
  const remove = useApiChange("removeReportSummary", { onDone: onClose, onFailed: () => {} });
  return (
    <DialogForm
      title={t("summaries.removeTitle", { name })}
      onClose={onClose}
      onSubmit={() => remove.mutate({ path: { id }, options: { ifMatch: revision } })}
      submitText={t("summaries.removeNow")}
      isDestructive
      isPending={remove.isPending}
    >
      {remove.error && <ErrorState error={remove.error} />}
      <Text size="sm">{t("summaries.removeHint")}</Text>
    </DialogForm>
  );
}
