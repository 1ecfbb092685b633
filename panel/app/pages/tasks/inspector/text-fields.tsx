import { Textarea, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { durationText, parseDuration } from "../../../time/duration-text.ts";
import { inputText, numberOf } from "../../../ui/schema/schema-shape.ts";
import { type FieldProps, useForm } from "./form-context.ts";

interface TextFieldProps extends FieldProps {
  /** @default false */
  readonly isLong?: boolean;
}

export function TextField({
  label,
  hint,
  pointer,
  value,
  onChange,
  isLong = false,
}: TextFieldProps): ReactElement {
  const { isDisabled, issues } = useForm();
  const common = {
    size: "xs",
    label,
    description: hint,
    error: issues.get(pointer),
    value: inputText(value),
    disabled: isDisabled,
    autoComplete: "off",
  };
  const change = (text: string): void => onChange(text === "" ? undefined : text);
  return isLong ? (
    <Textarea
      {...common}
      className="mono-input"
      autosize
      minRows={3}
      maxRows={16}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  ) : (
    <TextInput {...common} onChange={({ currentTarget }) => change(currentTarget.value)} />
  );
}

/** A number with all its digits; what is no number is kept as it was typed, and the check says so. */
export function NumberField({ label, hint, pointer, value, onChange }: FieldProps): ReactElement {
  const { isDisabled, issues } = useForm();
  return (
    <TextInput
      size="xs"
      className="short-input"
      inputMode="numeric"
      label={label}
      description={hint}
      error={issues.get(pointer)}
      value={inputText(value)}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChange(numberOf(currentTarget.value))}
      autoComplete="off"
    />
  );
}

/** A length of time as people write it; one that cannot be read stays in the input. */
export function DurationField({ label, hint, pointer, value, onChange }: FieldProps): ReactElement {
  const { t } = useTranslation();
  const { isDisabled, issues } = useForm();
  const written = typeof value === "number" ? durationText(value) : inputText(value);
  const [kept, setKept] = useState({ of: written, text: written });
  const text = kept.of === written ? kept.text : written;
  const isRead = text === "" || parseDuration(text) !== null;
  return (
    <TextInput
      size="xs"
      className="short-input"
      label={label}
      description={hint}
      placeholder="30s"
      error={isRead ? issues.get(pointer) : t("inspector.wantsDuration")}
      value={text}
      disabled={isDisabled}
      onChange={({ currentTarget: { value: typed } }) => {
        const ms = typed === "" ? undefined : (parseDuration(typed) ?? value);
        setKept({ of: typeof ms === "number" ? durationText(ms) : inputText(ms), text: typed });
        if (ms !== value) onChange(ms);
      }}
      autoComplete="off"
    />
  );
}
