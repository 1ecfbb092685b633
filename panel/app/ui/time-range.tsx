import { NativeSelect, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatInstant, localZone } from "../time/format-time.ts";

/** Windows that end now. */
export type RangeWindow = "15m" | "1h" | "24h" | "7d" | "30d";

/** A window that ends now, or what lies between two instants; without either any time. */
export interface TimeRange<Window extends RangeWindow> {
  readonly window: Window | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export interface TimeRangeFieldProps<Window extends RangeWindow> {
  readonly label: string;
  /** The text of any time. */
  readonly any: string;
  readonly windows: readonly Window[];
  readonly value: TimeRange<Window>;
  readonly onChange: (range: TimeRange<Window>) => void;
}

const BETWEEN = "between";

/** Chooses a time to look at. */
export function TimeRangeField<Window extends RangeWindow>({
  label,
  any,
  windows,
  value,
  onChange,
}: TimeRangeFieldProps<Window>): ReactElement {
  const { t } = useTranslation();
  const { window, from, to } = value;
  const [isBetween, setBetween] = useState(from !== undefined || to !== undefined);
  const words = (one: RangeWindow): string => t(`instances.last${one}`);
  const choose = (chosen: string): void => {
    setBetween(chosen === BETWEEN);
    onChange({ window: windows.find((one) => one === chosen), from: undefined, to: undefined });
  };
  return (
    <>
      <NativeSelect
        aria-label={label}
        value={isBetween ? BETWEEN : (window ?? "")}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={[
          { value: "", label: any },
          ...windows.map((one) => ({ value: one, label: words(one) })),
          { value: BETWEEN, label: t("instances.between") },
        ]}
        data-chosen={isBetween || window !== undefined || undefined}
      />
      {isBetween && (
        <>
          <Instant
            label={t("instances.from", { zone: localZone() })}
            value={from}
            onChange={(begin) => onChange({ window: undefined, from: begin, to })}
          />
          <Instant
            label={t("instances.to", { zone: localZone() })}
            value={to}
            onChange={(end) => onChange({ window: undefined, from, to: end })}
          />
        </>
      )}
    </>
  );
}

interface InstantProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A time of the viewer's zone; the URL keeps the instant. */
function Instant({ label, value, onChange }: InstantProps): ReactElement {
  const apply = ({ value: wanted }: HTMLInputElement): void => {
    if (wanted !== local) onChange(wanted === "" ? undefined : new Date(wanted).toISOString());
  };
  const local = value === undefined ? "" : formatInstant(new Date(value)).replace(" ", "T").slice(0, 16);
  return (
    <TextInput
      type="datetime-local"
      aria-label={label}
      title={label}
      defaultValue={local}
      key={local}
      onBlur={({ currentTarget }) => apply(currentTarget)}
      onKeyDown={({ key, currentTarget }) => key === "Enter" && apply(currentTarget)}
    />
  );
}
