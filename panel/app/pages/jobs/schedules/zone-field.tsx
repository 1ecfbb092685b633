import { type __InputWrapperProps, Select } from "@mantine/core";
import { type ReactElement, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { findZones, meantZone, timeZones } from "./time-zones.ts";

export interface ZoneFieldProps {
  readonly wrapper: Pick<
    __InputWrapperProps,
    "label" | "description" | "error" | "required" | "inputWrapperOrder"
  > & {
    readonly classNames: { readonly root: string };
  };
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The zone that holds where none is chosen. @default one must be chosen */
  readonly placeholder?: string;
}

const SHOWN = 60;

/** A time zone of the IANA database, to search for. */
export function ZoneField({ wrapper, value, onChange, placeholder }: ZoneFieldProps): ReactElement {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  // A typed text that stands for no zone; kept, so that it does not vanish without a word.
  const [unknown, setUnknown] = useState<string | null>(null);
  const zones = useMemo(() => timeZones(value === "" ? "UTC" : value), [value]);
  const isOpen = typed.trim() !== "" && typed !== value;
  const settle = (): void => {
    const meant = isOpen ? meantZone(zones, typed) : null;
    setUnknown(isOpen && meant === null ? typed : null);
    if (meant === null) return;
    setTyped(meant);
    if (meant !== value) onChange(meant);
  };
  const unknownWords = (name: string): string =>
    value === ""
      ? t("job.zoneUnknownHere", { typed: name })
      : t("job.zoneUnknown", { typed: name, zone: value });
  return (
    <Select
      size="xs"
      className="medium-input"
      {...wrapper}
      data={[...zones]}
      value={value === "" ? null : value}
      error={unknown === null ? wrapper.error : unknownWords(unknown)}
      searchValue={typed}
      onSearchChange={setTyped}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !isOpen) return;
        // The form would be saved without what is typed. A zone that is highlighted is chosen after this.
        event.preventDefault();
        settle();
      }}
      {...(placeholder !== undefined && { placeholder, clearable: true })}
      onChange={(zone) => {
        setUnknown(null);
        if (zone !== null || placeholder !== undefined) onChange(zone ?? "");
      }}
      searchable
      limit={SHOWN}
      allowDeselect={false}
      nothingFoundMessage={t("job.zoneNothing")}
      filter={({ options, search, limit }) => {
        const found = new Set(findZones(zones, search).slice(0, limit));
        return options.filter((option) => "value" in option && found.has(option.value));
      }}
      renderOption={({ option }) => (
        <span className="zone-option">
          <span>{option.value}</span>
          <span className="dimmed">{offsetOf(option.value)}</span>
        </span>
      )}
      // Dozens of zones would be drawn with each letter that is typed anywhere in the form, though nobody sees them.
      comboboxProps={{ transitionProps: { duration: 0 }, keepMounted: false }}
    />
  );
}

const offsets = new Map<string, Intl.DateTimeFormat>();

/** How far a zone is from UTC today, such as `GMT+8`. */
function offsetOf(timeZone: string): string {
  const format =
    offsets.get(timeZone) ?? new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" });
  // The list is drawn with each letter that is typed in its form: formats made for each took a tenth of the time of drawing.
  offsets.set(timeZone, format);
  const parts = format.formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}
