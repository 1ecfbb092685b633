import { Button, Group, NumberInput, SegmentedControl, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApiChange } from "../../../api/use-api.ts";
import { browserClock } from "../../../time/clock.ts";
import { localZone } from "../../../time/format-time.ts";
import { DialogForm, NoteField } from "../../../ui/dialog-form.tsx";
import { ErrorState } from "../../../ui/page/error-state.tsx";
import { localInput, PAUSE_PRESETS, type PausePreset } from "../../../time/pause-presets.ts";
import { type Which, WhichNames } from "./which-names.tsx";

const AN_HOUR_MS = 3_600_000;

export interface SilenceDialogProps {
  /** The jobs to silence at first. @default everything */
  readonly jobs?: readonly string[] | null;
  readonly onClose: () => void;
}

/** Of what nobody is to be notified, until when or how often, and why. */
export function SilenceDialog({ jobs = null, onClose }: SilenceDialogProps): ReactElement {
  const { t } = useTranslation();
  const [kind, setKind] = useState<"once" | "window">("once");
  const [which, setWhich] = useState<Which>({ apps: null, jobs, tags: null });
  const [until, setUntil] = useState(localInput(PAUSE_PRESETS.hour(new Date(browserClock.now()))));
  const [window, setWindow] = useState({ cron: "0 2 * * 6", hours: 2, timeZone: localZone() });
  const [reason, setReason] = useState("");
  const create = useApiChange("createSilence", { onDone: onClose, onFailed: () => {} });
  const { cron, timeZone, hours } = window;
  const submit = (): void =>
    create.mutate({
      body: {
        reason,
        ...which,
        ...(kind === "once"
          ? { until: until === "" ? null : new Date(until).toISOString() }
          : { window: { cron, timeZone, durationMs: Math.round(hours * AN_HOUR_MS) } }),
      },
    });
  return (
    <DialogForm
      title={t("incidents.silence.add")}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("incidents.silence.add")}
      refusal={reason.trim() === "" ? t("incidents.silence.reasonMissing") : null}
      isPending={create.isPending}
    >
      {create.error && <ErrorState error={create.error} />}
      <NoteField label={t("incidents.silence.reason")} value={reason} onChange={setReason} isFirst />
      <WhichNames which={which} onChange={(change) => setWhich((before) => ({ ...before, ...change }))} />
      <SegmentedControl
        aria-label={t("incidents.silence.kind")}
        value={kind}
        onChange={(value) => setKind(value === "window" ? "window" : "once")}
        data={[
          { value: "once", label: t("incidents.silence.once") },
          { value: "window", label: t("incidents.silence.window") },
        ]}
      />
      {kind === "once" ? (
        <Once until={until} onChange={setUntil} />
      ) : (
        <>
          <TextInput
            label={t("incidents.silence.cron")}
            value={cron}
            onChange={({ currentTarget: { value } }) => setWindow((before) => ({ ...before, cron: value }))}
          />
          <NumberInput
            label={t("incidents.silence.hours")}
            value={hours}
            min={0}
            onChange={(typed) => setWindow((before) => ({ ...before, hours: Number(typed) }))}
          />
          <TextInput
            label={t("incidents.route.zone")}
            value={timeZone}
            onChange={({ currentTarget: { value } }) =>
              setWindow((before) => ({ ...before, timeZone: value.trim() }))
            }
          />
        </>
      )}
    </DialogForm>
  );
}

interface OnceProps {
  readonly until: string;
  readonly onChange: (until: string) => void;
}

function Once({ until, onChange }: OnceProps): ReactElement {
  const { t } = useTranslation();
  return (
    <>
      <Group gap={6} role="group" aria-label={t("jobs.pausePresets")}>
        {(Object.keys(PAUSE_PRESETS) as PausePreset[]).map((preset) => (
          <Button
            key={preset}
            variant="default"
            size="compact-xs"
            onClick={() => onChange(localInput(PAUSE_PRESETS[preset](new Date(browserClock.now()))))}
          >
            {t(`jobs.pausePreset.${preset}`)}
          </Button>
        ))}
      </Group>
      <TextInput
        type="datetime-local"
        label={t("incidents.silence.until", { zone: localZone() })}
        value={until}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
    </>
  );
}
