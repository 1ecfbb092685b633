import { Button, Group, Menu, Text } from "@mantine/core";
import { ChevronDown } from "lucide-react";
import { lazy, type ReactElement, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Incident } from "../../api/operations.generated.ts";
import { useApiChange } from "../../api/use-api.ts";
import { useRefusal } from "../../session/use-may.ts";
import { useNow } from "../../time/use-now.ts";
import { DialogForm, NoteField } from "../../ui/dialog-form.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { ErrorState } from "../../ui/page/error-state.tsx";

const AN_HOUR_MS = 3_600_000;
const A_WEEK_MS = 7 * 24 * AN_HOUR_MS;

const SilenceDialog = lazy(async () => ({
  default: (await import("./settings/silence-dialog.tsx")).SilenceDialog,
}));

const AssignDialog = lazy(async () => ({ default: (await import("./assign-dialog.tsx")).AssignDialog }));

/** The acts on an incident that is open. */
export function IncidentActs({ incident }: { readonly incident: Incident }): ReactElement {
  const { t } = useTranslation();
  const refusal = useRefusal("alarms:handle", incident.app ?? undefined);
  const [dialog, setDialog] = useState<"assign" | "note" | "resolve" | "silence" | null>(null);
  const path = { id: incident.id };
  const acknowledge = useApiChange("acknowledgeIncident");
  const close = (): void => setDialog(null);
  return (
    <Group gap="xs">
      {incident.state === "open" && (
        <RefusableButton
          refusal={refusal}
          size="compact-sm"
          color="indigo"
          loading={acknowledge.isPending}
          onClick={() => acknowledge.mutate({ path, body: {} })}
        >
          {t("incidents.acknowledge")}
        </RefusableButton>
      )}
      <SnoozeMenu incident={incident} refusal={refusal} />
      <RefusableButton
        refusal={refusal}
        size="compact-sm"
        variant="default"
        onClick={() => setDialog("assign")}
      >
        {t("incidents.assign")}
      </RefusableButton>
      <RefusableButton
        refusal={refusal}
        size="compact-sm"
        variant="default"
        onClick={() => setDialog("note")}
      >
        {t("incidents.note")}
      </RefusableButton>
      <RefusableButton
        refusal={refusal}
        size="compact-sm"
        variant="default"
        onClick={() => setDialog("resolve")}
      >
        {t("incidents.resolve")}
      </RefusableButton>
      {incident.jobKey !== null && (
        <RefusableButton
          refusal={refusal}
          size="compact-sm"
          variant="default"
          onClick={() => setDialog("silence")}
        >
          {t("incidents.silence.ofJob")}
        </RefusableButton>
      )}
      <Suspense>
        {dialog === "silence" && (
          <SilenceDialog jobs={incident.jobKey === null ? null : [incident.jobKey]} onClose={close} />
        )}
        {dialog === "assign" && <AssignDialog incident={incident} onClose={close} />}
      </Suspense>
      {dialog === "note" && <NoteDialog incident={incident} onClose={close} />}
      {dialog === "resolve" && <ResolveDialog incident={incident} onClose={close} />}
    </Group>
  );
}

function SnoozeMenu({
  incident: { id, snoozedUntil },
  refusal,
}: {
  readonly incident: Incident;
  readonly refusal: string | null;
}): ReactElement {
  const { t } = useTranslation();
  const nowMs = useNow();
  const snooze = useApiChange("snoozeIncident");
  const until = (at: Date | null): void =>
    snooze.mutate({ path: { id }, body: { until: at?.toISOString() ?? null } });
  if (refusal !== null)
    return (
      <RefusableButton size="compact-sm" variant="default" refusal={refusal}>
        {t("incidents.snooze")}
      </RefusableButton>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          loading={snooze.isPending}
          rightSection={<ChevronDown size={14} aria-hidden="true" />}
        >
          {t("incidents.snooze")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => until(new Date(nowMs + AN_HOUR_MS))}>{t("incidents.snoozeHour")}</Menu.Item>
        <Menu.Item onClick={() => until(morningAfter(nowMs))}>{t("incidents.snoozeMorning")}</Menu.Item>
        <Menu.Item onClick={() => until(new Date(nowMs + A_WEEK_MS))}>{t("incidents.snoozeWeek")}</Menu.Item>
        {snoozedUntil !== null && (
          <Menu.Item onClick={() => until(null)}>{t("incidents.snoozeEnd")}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface IncidentDialogProps {
  readonly incident: Incident;
  readonly onClose: () => void;
}

function NoteDialog({ incident: { id }, onClose }: IncidentDialogProps): ReactElement {
  const { t } = useTranslation();
  const [note, setNote] = useState("");
  const write = useApiChange("noteOnIncident", { onDone: onClose, onFailed: () => {} });
  return (
    <DialogForm
      title={t("incidents.noteLabel")}
      onClose={onClose}
      onSubmit={() => write.mutate({ path: { id }, body: { note } })}
      submitText={t("incidents.rule.save")}
      refusal={note.trim() === "" ? t("incidents.noteMissing") : null}
      isPending={write.isPending}
    >
      {write.error && <ErrorState error={write.error} />}
      <NoteField label={t("incidents.noteLabel")} value={note} onChange={setNote} isFirst />
    </DialogForm>
  );
}

function ResolveDialog({ incident: { id }, onClose }: IncidentDialogProps): ReactElement {
  const { t } = useTranslation();
  const [note, setNote] = useState("");
  const resolve = useApiChange("resolveIncident", { onDone: onClose, onFailed: () => {} });
  return (
    <DialogForm
      title={t("incidents.state.resolved")}
      onClose={onClose}
      onSubmit={() => resolve.mutate({ path: { id }, body: note === "" ? {} : { note } })}
      submitText={t("incidents.state.resolved")}
      isPending={resolve.isPending}
    >
      {resolve.error && <ErrorState error={resolve.error} />}
      <Text size="sm">{t("incidents.resolveHint")}</Text>
      <NoteField label={t("incidents.noteLabel")} value={note} onChange={setNote} isFirst />
    </DialogForm>
  );
}

/** Nine o'clock of the day after, in the reader's zone. */
function morningAfter(nowMs: number): Date {
  const at = new Date(nowMs);
  at.setDate(at.getDate() + 1);
  at.setHours(9, 0, 0, 0);
  return at;
}
