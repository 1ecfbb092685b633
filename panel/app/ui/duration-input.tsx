import { TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { durationText, parseDuration } from "../time/duration-text.ts";

export interface DurationInputProps {
  readonly label: string;
  readonly ms: number;
  /** Called with what can be read alone; something else keeps the last length of time. */
  readonly onChange: (ms: number) => void;
}

/** A length of time as people write it: `7d`, `1h 30m`. */
export function DurationInput({ label, ms, onChange }: DurationInputProps): ReactElement {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(() => durationText(ms));
  const read = parseDuration(typed);
  return (
    <TextInput
      label={label}
      // What is shown is its own text, unless another length of time came from outside.
      value={read === null || read === ms ? typed : durationText(ms)}
      error={read === null ? t("common.unreadableDuration") : undefined}
      autoComplete="off"
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const next = parseDuration(value);
        if (next !== null) onChange(next);
      }}
    />
  );
}
