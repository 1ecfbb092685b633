import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { isList, type Primitive } from "./value-choice.ts";

const KINDS = ["text", "number", "flag", "list", "nothing"] as const;
type Kind = (typeof KINDS)[number];

type Value = Primitive | readonly string[];

const FRESH: Readonly<Record<Kind, Value>> = { text: "", number: 0, flag: true, list: [], nothing: null };

export interface PrimitiveInputProps {
  readonly label: string;
  readonly value: Value;
  /** Whether it may be a list of texts. @default false */
  readonly mayBeList?: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (value: Value) => void;
}

/** A fixed value, of the kind that is chosen. */
export function PrimitiveInput({
  label,
  value,
  mayBeList = false,
  isDisabled,
  onChange,
}: PrimitiveInputProps): ReactElement {
  const { t } = useTranslation();
  const kind = kindOf(value);
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={t("inspector.kindOf", { label })}
        value={kind}
        disabled={isDisabled}
        data={KINDS.filter((one) => one !== "list" || mayBeList).map((one) => ({
          value: one,
          label: t(`inspector.primitive.${one}`),
        }))}
        onChange={({ currentTarget }) => {
          const next = KINDS.find((one) => one === currentTarget.value) ?? "text";
          onChange(next === "text" && typeof value === "number" ? String(value) : FRESH[next]);
        }}
      />
      <ValueInput label={label} value={value} isDisabled={isDisabled} onChange={onChange} />
    </>
  );
}

type ValueInputProps = Omit<PrimitiveInputProps, "mayBeList">;

function ValueInput({ label, value, isDisabled, onChange }: ValueInputProps): ReactElement | null {
  const { t } = useTranslation();
  if (value === null) return null;
  if (typeof value === "number")
    return <NumberInput label={label} value={value} isDisabled={isDisabled} onChange={onChange} />;
  if (typeof value === "boolean")
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        value={String(value)}
        disabled={isDisabled}
        data={[
          { value: "true", label: t("inspector.yes") },
          { value: "false", label: t("inspector.no") },
        ]}
        onChange={({ currentTarget }) => onChange(currentTarget.value === "true")}
      />
    );
  if (isList(value))
    return (
      <Textarea
        size="xs"
        className="value-wide"
        aria-label={label}
        description={t("inspector.lineEach")}
        value={value.join("\n")}
        disabled={isDisabled}
        autosize
        minRows={2}
        maxRows={8}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === "" ? [] : currentTarget.value.split("\n"))
        }
      />
    );
  return (
    <TextInput
      size="xs"
      className="value-wide"
      aria-label={label}
      value={value}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autoComplete="off"
    />
  );
}

interface NumberInputProps {
  readonly label: string;
  readonly value: number;
  readonly isDisabled: boolean;
  readonly onChange: (value: number) => void;
}

/** A number; what is no number yet stays in the input. */
function NumberInput({ label, value, isDisabled, onChange }: NumberInputProps): ReactElement {
  const { t } = useTranslation();
  const [kept, setKept] = useState({ of: value, text: String(value) });
  const text = kept.of === value ? kept.text : String(value);
  const number = Number(text);
  const isNumber = text.trim() !== "" && Number.isFinite(number);
  return (
    <TextInput
      size="xs"
      className="short-input"
      inputMode="numeric"
      aria-label={label}
      value={text}
      error={isNumber ? undefined : t("inspector.wantsNumber")}
      disabled={isDisabled}
      onChange={({ currentTarget }) => {
        const next = Number(currentTarget.value);
        const isRead = currentTarget.value.trim() !== "" && Number.isFinite(next);
        setKept({ of: isRead ? next : value, text: currentTarget.value });
        if (isRead) onChange(next);
      }}
      autoComplete="off"
    />
  );
}

function kindOf(value: Value): Kind {
  if (value === null) return "nothing";
  if (isList(value)) return "list";
  if (typeof value === "string") return "text";
  return typeof value === "number" ? "number" : "flag";
}
