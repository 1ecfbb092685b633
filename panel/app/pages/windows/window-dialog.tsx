import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  Text,
  TextInput,
} from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Operations } from "../../api/operations.generated.ts";
import { notifyDone } from "../../api/notify.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { browserClock } from "../../time/clock.ts";
import { localZone } from "../../time/format-time.ts";
import { localInput, PAUSE_PRESETS, type PausePreset } from "../../time/pause-presets.ts";
import { Time } from "../../time/time.tsx";
import { DialogForm, NoteField } from "../../ui/dialog-form.tsx";
import { ErrorState } from "../../ui/page/error-state.tsx";
import { type Which, WhichNames } from "../alarms/settings/which-names.tsx";

const AN_HOUR_MS = 3_600_000;
const HOLDS = ["runs", "fires"] as const;
const FIRES = ["skip", "fireOnce"] as const;
const SHOWN = 3;

type Body = Operations["createWindow"]["body"];

/** What the fields hold, as it is typed. */
interface Typed extends Which {
  readonly name: string;
  readonly from: string;
  readonly until: string;
  readonly comesAgain: boolean;
  readonly cron: string;
  readonly hours: number;
  readonly timeZone: string;
  readonly holds: (typeof HOLDS)[number];
  readonly fires: (typeof FIRES)[number];
  readonly silences: boolean;
  readonly reason: string;
}

/** For which jobs, from when until when or how often, what it holds and why; and what that leaves out. */
export function WindowDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Typed>(() => {
    const now = new Date(browserClock.now());
    const until = localInput(PAUSE_PRESETS.hour(now));
    const name = t("windows.newName", { day: until.slice(0, 10) });
    const again = { comesAgain: false, cron: "0 2 * * 6", hours: 2, timeZone: localZone() };
    const which = { name, apps: null, jobs: null, tags: null, from: "", until };
    return { ...which, ...again, holds: "runs", fires: "skip", silences: false, reason: "" };
  });
  const create = useApiChange("createWindow", {
    onDone: () => {
      notifyDone(t("windows.made"));
      onClose();
    },
    onFailed: () => {},
  });
  const set = (part: Partial<Typed>): void => setTyped((before) => ({ ...before, ...part }));
  const body = bodyOf(typed);
  return (
    <DialogForm
      title={t("windows.add")}
      onClose={onClose}
      onSubmit={() => create.mutate({ body })}
      submitText={t("windows.add")}
      refusal={
        typed.reason.trim() === "" ? t("common.fillIn", { fields: t("incidents.silence.reason") }) : null
      }
      isPending={create.isPending}
    >
      {create.error && <ErrorState error={create.error} />}
      <NoteField
        label={t("incidents.silence.reason")}
        value={typed.reason}
        onChange={(reason) => set({ reason })}
        isFirst
      />
      <TextInput
        label={t("windows.name")}
        value={typed.name}
        onChange={({ currentTarget: { value } }) => set({ name: value })}
      />
      <WhichNames which={typed} onChange={set} />
      <SegmentedControl
        aria-label={t("incidents.silence.kind")}
        value={typed.comesAgain ? "window" : "once"}
        onChange={(value) => set({ comesAgain: value === "window" })}
        data={[
          { value: "once", label: t("incidents.silence.once") },
          { value: "window", label: t("windows.repeats") },
        ]}
      />
      {typed.comesAgain ? <Again typed={typed} onChange={set} /> : <Once typed={typed} onChange={set} />}
      <NativeSelect
        label={t("windows.holds")}
        value={typed.holds}
        data={HOLDS.map((value) => ({ value, label: t(`windows.holdsOf.${value}`) }))}
        onChange={({ currentTarget }) => set({ holds: currentTarget.value as Typed["holds"] })}
      />
      <NativeSelect
        label={t("windows.fires")}
        value={typed.fires}
        data={FIRES.map((value) => ({ value, label: t(`windows.firesOf.${value}`) }))}
        onChange={({ currentTarget }) => set({ fires: currentTarget.value as Typed["fires"] })}
      />
      <Checkbox
        label={t("windows.silences")}
        checked={typed.silences}
        onChange={({ currentTarget: { checked } }) => set({ silences: checked })}
      />
      <Effect body={body} />
    </DialogForm>
  );
}

interface PartProps {
  readonly typed: Typed;
  readonly onChange: (part: Partial<Typed>) => void;
}

function Once({ typed: { from, until }, onChange }: PartProps): ReactElement {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        type="datetime-local"
        label={t("windows.from", { zone: localZone() })}
        description={t("windows.fromHint")}
        value={from}
        onChange={({ currentTarget: { value } }) => onChange({ from: value })}
      />
      <Group gap={6} role="group" aria-label={t("jobs.pausePresets")}>
        {(Object.keys(PAUSE_PRESETS) as PausePreset[]).map((preset) => (
          <Button
            key={preset}
            variant="default"
            size="compact-xs"
            onClick={() =>
              onChange({ until: localInput(PAUSE_PRESETS[preset](new Date(browserClock.now()))) })
            }
          >
            {t(`jobs.pausePreset.${preset}`)}
          </Button>
        ))}
      </Group>
      <TextInput
        type="datetime-local"
        label={t("incidents.silence.until", { zone: localZone() })}
        value={until}
        onChange={({ currentTarget: { value } }) => onChange({ until: value })}
      />
    </>
  );
}

function Again({ typed: { cron, hours, timeZone }, onChange }: PartProps): ReactElement {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t("incidents.silence.cron")}
        value={cron}
        onChange={({ currentTarget: { value } }) => onChange({ cron: value })}
      />
      <NumberInput
        label={t("incidents.silence.hours")}
        value={hours}
        min={0}
        onChange={(value) => onChange({ hours: Number(value) })}
      />
      <TextInput
        label={t("incidents.route.zone")}
        value={timeZone}
        onChange={({ currentTarget: { value } }) => onChange({ timeZone: value.trim() })}
      />
    </>
  );
}

/** What a window of these fields would leave out; nothing is said while they cannot be read. */
function Effect({ body }: { readonly body: Body }): ReactElement | null {
  const { t } = useTranslation();
  // Its reason and its name change nothing of it.
  const asked = { ...body, name: "preview", reason: "preview" };
  const { data: effect } = useApi("previewWindow", { body: asked }, { keepPrevious: true });
  if (effect === undefined) return null;
  const { jobs, leftOut, countedTo, mostHit } = effect;
  return (
    <Text size="sm" role="status" component="div">
      {t("windows.effect", { count: jobs })}, {t("windows.leftOut", { count: leftOut })} (
      {t("windows.countedTo")} <Time at={countedTo} />)
      {mostHit.length > 0 && (
        <Text size="xs" c="dimmed">
          {mostHit
            .slice(0, SHOWN)
            .map(({ jobKey, leftOut: count }) => t("windows.mostHit", { job: jobKey, count }))
            .join(", ")}
        </Text>
      )}
    </Text>
  );
}

function bodyOf(typed: Typed): Body {
  const { from, until, comesAgain, cron, hours, timeZone, ...which } = typed;
  if (comesAgain)
    return { ...which, repeats: { cron, timeZone, durationMs: Math.round(hours * AN_HOUR_MS) } };
  return { ...which, from: instantOf(from), until: instantOf(until) };
}

function instantOf(local: string): string | null {
  return local === "" ? null : new Date(local).toISOString();
}
