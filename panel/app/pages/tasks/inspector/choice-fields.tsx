import { Checkbox, NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { inputText } from "../../../ui/schema/schema-shape.ts";
import { type FieldProps, useForm } from "./form-context.ts";
import type { ChoiceName } from "./forms.ts";

interface ChoiceFieldProps extends FieldProps {
  readonly values: readonly ChoiceName[];
  /** What is so without being written; `undefined` where nothing is. */
  readonly usual: ChoiceName | undefined;
}

/** One of several values; one that is not among them stays as long as it is not changed. */
export function ChoiceField({
  label,
  hint,
  pointer,
  value,
  values,
  usual,
  onChange,
}: ChoiceFieldProps): ReactElement {
  const { t } = useTranslation();
  const { isDisabled, issues } = useForm();
  const isKnown = value === undefined || values.some((one) => one === value);
  return (
    <NativeSelect
      size="xs"
      label={label}
      description={hint}
      error={issues.get(pointer)}
      value={inputText(value)}
      disabled={isDisabled}
      data={[
        {
          value: "",
          label:
            usual === undefined
              ? t("inspector.unset")
              : t("inspector.byDefault", { value: t(`inspector.choice.${usual}`) }),
        },
        ...(isKnown ? [] : [{ value: inputText(value), label: inputText(value) }]),
        ...values.map((one) => ({ value: one, label: t(`inspector.choice.${one}`) })),
      ]}
      onChange={({ currentTarget: { value: chosen } }) => onChange(chosen === "" ? undefined : chosen)}
    />
  );
}

interface FlagFieldProps extends FieldProps {
  /** The value where nothing is written. */
  readonly isDefault: boolean;
}

/** Yes or no: what is so without being written is not written. */
export function FlagField({
  label,
  hint,
  pointer,
  value,
  isDefault,
  onChange,
}: FlagFieldProps): ReactElement {
  const { isDisabled, issues } = useForm();
  return (
    <Checkbox
      size="xs"
      label={label}
      description={hint}
      error={issues.get(pointer)}
      checked={typeof value === "boolean" ? value : isDefault}
      disabled={isDisabled}
      onChange={({ currentTarget: { checked } }) => onChange(checked === isDefault ? undefined : checked)}
    />
  );
}
