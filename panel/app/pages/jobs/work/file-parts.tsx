import { Group, Input, NativeSelect, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { FIELD } from "./work-fields-props.ts";

const UNITS = ["lines", "bytes", "marker"] as const;
type Unit = (typeof UNITS)[number];

export interface FilePartsProps {
  readonly value: unknown;
  readonly error: string | undefined;
  readonly onChange: (value: unknown) => void;
}

/** Where a file is cut: after so many lines or bytes, or after each marker. */
export function FileParts({ value, error, onChange }: FilePartsProps): ReactElement {
  const { t } = useTranslation();
  const by = typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  const unit: Unit = UNITS.find((one) => Object.hasOwn(by, one)) ?? "lines";
  const size = by[unit];
  const text = typeof size === "string" || typeof size === "number" ? String(size) : "";
  const state = (next: Unit, written: string): void =>
    onChange({ [next]: next !== "marker" && /^\d{1,15}$/.test(written) ? Number(written) : written });
  return (
    <Input.Wrapper {...FIELD} labelElement="div" label={t("fileForm.member.by")} error={error}>
      <Group gap="xs" wrap="nowrap">
        <NativeSelect
          aria-label={t("fileForm.member.by")}
          value={unit}
          data={UNITS.map((one) => ({ value: one, label: t(`fileForm.unit.${one}`) }))}
          onChange={({ currentTarget }) =>
            state(UNITS.find((one) => one === currentTarget.value) ?? "lines", "")
          }
        />
        <TextInput
          aria-label={t(`fileForm.unit.${unit}`)}
          className="mono-input work-wide"
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => state(unit, currentTarget.value)}
        />
      </Group>
    </Input.Wrapper>
  );
}
