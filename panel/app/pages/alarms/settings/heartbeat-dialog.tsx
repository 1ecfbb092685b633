import { NumberInput, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Heartbeat } from "../../../api/operations.generated.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { localZone } from "../../../time/format-time.ts";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { ErrorState } from "../../../ui/page/error-state.tsx";

const A_MINUTE_MS = 60_000;

/** The parts of a heartbeat that are given, and not found. */
type Given = Pick<Heartbeat, "id" | "app" | "cron" | "everyMs" | "timeZone" | "graceMs" | "note">;

export interface HeartbeatDialogProps {
  readonly heartbeats: readonly Heartbeat[];
  /** The place of the one that is edited; one behind the last is a new one. */
  readonly index: number;
  readonly revision: number;
  readonly onClose: () => void;
}

/** Asks which program is to report, when, and how much later it may be. */
export function HeartbeatDialog({
  heartbeats,
  index,
  revision,
  onClose,
}: HeartbeatDialogProps): ReactElement {
  const { t } = useTranslation();
  const known = heartbeats[index];
  const [given, setGiven] = useState<Given>(() => (known === undefined ? newHeartbeat() : asGiven(known)));
  const save = useApiChange("replaceHeartbeats", { onDone: onClose, onFailed: () => {} });
  const set = (change: Partial<Given>): void => setGiven((before) => ({ ...before, ...change }));
  const others = heartbeats.map(asGiven);
  const next = [...others.slice(0, index), given, ...others.slice(index + 1)];
  const texts = [
    { name: "id", hint: t("incidents.rule.idHint"), max: 64 },
    { name: "app", hint: null, max: 64 },
  ] as const;
  return (
    <DialogForm
      title={t(known === undefined ? "incidents.heartbeat.add" : "incidents.heartbeat.edit")}
      onClose={onClose}
      onSubmit={() => save.mutate({ body: { heartbeats: next, revision } })}
      submitText={t("incidents.rule.save")}
      isPending={save.isPending}
    >
      {save.error && <ErrorState error={save.error} />}
      {texts.map(({ name, hint, max }) => (
        <TextInput
          key={name}
          label={t(`incidents.heartbeat.${name}`)}
          description={hint}
          value={given[name]}
          maxLength={max}
          data-autofocus={name === "id" || undefined}
          onChange={({ currentTarget: { value } }) => set({ [name]: value.trim() })}
        />
      ))}
      <TextInput
        label={t("incidents.heartbeat.cron")}
        description={t("incidents.heartbeat.cronHint")}
        value={given.cron ?? ""}
        onChange={({ currentTarget: { value } }) =>
          set(value.trim() === "" ? { cron: null } : { cron: value, everyMs: null })
        }
      />
      <TextInput
        label={t("incidents.route.zone")}
        value={given.timeZone}
        onChange={({ currentTarget: { value } }) => set({ timeZone: value.trim() })}
      />
      <NumberInput
        label={t("incidents.heartbeat.every")}
        value={given.everyMs === null ? "" : given.everyMs / A_MINUTE_MS}
        min={1}
        onChange={(typed) =>
          set(
            typed === ""
              ? { everyMs: null }
              : { everyMs: Math.round(Number(typed) * A_MINUTE_MS), cron: null },
          )
        }
      />
      <NumberInput
        label={t("incidents.heartbeat.grace")}
        description={t("incidents.heartbeat.graceHint")}
        value={given.graceMs / A_MINUTE_MS}
        min={1}
        onChange={(typed) => set({ graceMs: Math.round(Number(typed) * A_MINUTE_MS) })}
      />
      <TextInput
        label={t("incidents.noteLabel")}
        value={given.note ?? ""}
        maxLength={500}
        onChange={({ currentTarget: { value } }) => set({ note: value === "" ? null : value })}
      />
    </DialogForm>
  );
}

/** The heartbeat as a request states it. */
export function asGiven({ id, app, cron, everyMs, timeZone, graceMs, note }: Heartbeat): Given {
  return { id, app, cron, everyMs, timeZone, graceMs, note };
}

function newHeartbeat(): Given {
  return {
    id: "",
    app: "",
    cron: "0 2 * * *",
    everyMs: null,
    timeZone: localZone(),
    graceMs: 30 * A_MINUTE_MS,
    note: null,
  };
}
