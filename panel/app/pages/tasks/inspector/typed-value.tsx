import { NativeSelect, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { inputText } from "../../../ui/schema/schema-shape.ts";
import { type FieldProps, useForm } from "./form-context.ts";
import { JsonMember } from "./json-member.tsx";
import { NumberField, TextField } from "./text-fields.tsx";
import { fitsKind, kindOfType, type ValueKind } from "./value-kind.ts";

export interface TypedValueProps extends FieldProps {
  readonly kind: ValueKind;
  /** Of a choice. @default none */
  readonly choices?: readonly string[];
}

/** A value by its kind; one that its kind cannot show is written as JSON. */
export function TypedValue({ kind, choices = [], ...field }: TypedValueProps): ReactElement | null {
  if (kind === "json" || !fitsKind(kind, field.value)) return <JsonMember {...field} />;
  switch (kind) {
    case "number":
    case "whole":
      return <NumberField {...field} />;
    case "flag":
      return <FlagValue {...field} />;
    case "choice":
      return <ChoiceValue {...field} choices={choices} />;
    case "date":
      return <DateValue {...field} />;
    default:
      return <TextField {...field} isLong={kind === "long"} />;
  }
}

/** The value of a parameter, by the type that is declared beside it. */
export function DeclaredValue(props: FieldProps): ReactElement | null {
  return <TypedValue {...props} kind={kindOfType(props.around["type"])} />;
}

function FlagValue({ label, hint, pointer, value, onChange }: FieldProps): ReactElement {
  const { t } = useTranslation();
  const { isDisabled, issues } = useForm();
  return (
    <NativeSelect
      size="xs"
      label={label}
      description={hint}
      error={issues.get(pointer)}
      value={inputText(value)}
      disabled={isDisabled}
      data={[
        { value: "", label: t("inspector.unset") },
        { value: "true", label: t("inspector.yes") },
        { value: "false", label: t("inspector.no") },
      ]}
      onChange={({ currentTarget: { value: chosen } }) =>
        onChange(chosen === "" ? undefined : chosen === "true")
      }
    />
  );
}

interface ChoiceValueProps extends FieldProps {
  readonly choices: readonly string[];
}

function ChoiceValue({ label, hint, pointer, value, choices, onChange }: ChoiceValueProps): ReactElement {
  const { t } = useTranslation();
  const { isDisabled, issues } = useForm();
  const chosen = inputText(value);
  return (
    <NativeSelect
      size="xs"
      label={label}
      description={hint}
      error={issues.get(pointer)}
      value={chosen}
      disabled={isDisabled}
      data={[
        ...(choices.includes("") ? [] : [{ value: "", label: t("inspector.unset") }]),
        ...(chosen === "" || choices.includes(chosen) ? [] : [chosen]),
        ...new Set(choices),
      ]}
      onChange={({ currentTarget: { value: next } }) => onChange(next === "" ? undefined : next)}
    />
  );
}

function DateValue({ label, hint, pointer, value, onChange }: FieldProps): ReactElement {
  const { isDisabled, issues } = useForm();
  return (
    <TextInput
      size="xs"
      type="date"
      className="short-input"
      label={label}
      description={hint}
      error={issues.get(pointer)}
      value={inputText(value)}
      disabled={isDisabled}
      onChange={({ currentTarget: { value: next } }) => onChange(next === "" ? undefined : next)}
    />
  );
}
