import { Radio, Stack, Text, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import { useApiChange } from "../../api/use-api.ts";
import { useRefusal } from "../../session/use-may.ts";
import { formatInstant, TimeMode } from "../../time/format-time.ts";
import { useTimeMode } from "../../time/time-mode.tsx";
import { useTimeText } from "../../time/time.tsx";
import { DialogForm, NoteField } from "../../ui/dialog-form.tsx";
import type { TimelineFire } from "./day-sums.ts";

const ACTIONS = ["skip", "move", "run"] as const;
type Action = (typeof ACTIONS)[number];

export interface FireDialogProps {
  readonly fire: TimelineFire;
  readonly onClose: () => void;
}

/** Skips, moves or runs a fire that is to come. */
export function FireDialog({ fire, onClose }: FireDialogProps): ReactElement {
  const { t } = useTranslation();
  const timeText = useTimeText();
  const isUtc = useTimeMode().mode === TimeMode.Utc;
  const { jobKey, app, schedule, nominalTime, at } = fire;
  const [action, setAction] = useState<Action>("skip");
  const [to, setTo] = useState(() => inputOf(new Date(at), isUtc));
  const [note, setNote] = useState("");
  const mayNot = useRefusal("runs:trigger", app);
  const decide = useApiChange("actOnFire", {
    onDone: () => {
      notifyDone(t(`calendar.done.${action}`));
      onClose();
    },
  });
  const instant = new Date(isUtc ? `${to}Z` : to);
  const isWrong = action === "move" && Number.isNaN(instant.getTime());
  return (
    <DialogForm
      title={t("calendar.decide", { jobKey })}
      submitText={t(`calendar.action.${action}`)}
      refusal={mayNot ?? (isWrong ? t("calendar.whenNeeded") : null)}
      isPending={decide.isPending}
      onClose={onClose}
      onSubmit={() =>
        decide.mutate({
          path: { key: jobKey },
          body: {
            at: nominalTime,
            schedule,
            action,
            ...(action === "move" && { to: instant.toISOString() }),
            note: note.trim() === "" ? null : note.trim(),
          },
        })
      }
    >
      <Text size="sm">{t("calendar.fireAt", { at: timeText(at) })}</Text>
      <Radio.Group
        label={t("calendar.what")}
        value={action}
        onChange={(value) => setAction(ACTIONS.find((one) => one === value) ?? "skip")}
      >
        <Stack gap={4} mt={4}>
          {ACTIONS.map((value) => (
            <Radio key={value} value={value} label={t(`calendar.choice.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {action === "move" && (
        <TextInput
          type="datetime-local"
          step={1}
          label={isUtc ? t("calendar.whenUtc") : t("calendar.when")}
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
      )}
      <NoteField label={t("calendar.note")} value={note} onChange={setNote} />
    </DialogForm>
  );
}

/** As an input of the browser has it: without a zone. */
function inputOf(at: Date, isUtc: boolean): string {
  return formatInstant(at, isUtc ? "UTC" : undefined).replace(" ", "T");
}
