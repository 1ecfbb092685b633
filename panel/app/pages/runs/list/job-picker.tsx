import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";

export interface JobPickerProps {
  readonly value: string | undefined;
  readonly onPick: (jobKey: string | undefined) => void;
}

const REST_MS = 200;

/** One job of many: found on the server by what is typed. */
export function JobPicker({ value, onPick }: JobPickerProps): ReactElement {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  // A picked job's own text is no search.
  const wanted = isOpen && typed !== value ? typed : "";
  const [search] = useDebouncedValue(wanted, REST_MS);
  const jobs = useApi(
    "listJobs",
    { query: { limit: 30, ...(search !== "" && { search }) } },
    { enabled: isOpen, everyMs: 60_000, keepPrevious: true },
  );
  const keys = jobs.data?.items.map(({ key }) => key) ?? [];
  const names = new Map(jobs.data?.items.map(({ key, options }) => [key, options.name]));
  // What was found for an earlier text is not offered for this one.
  const isMeant = (key: string): boolean =>
    `${key} ${names.get(key) ?? ""}`.toLowerCase().includes(wanted.toLowerCase());
  const known = value === undefined || keys.includes(value) ? keys : [value, ...keys];
  return (
    <Select
      size="xs"
      className="job-picker"
      aria-label={t("instances.job")}
      placeholder={t("instances.anyJob")}
      searchable
      clearable
      clearButtonProps={{ "aria-label": t("instances.anyJob") }}
      data={known.filter(isMeant)}
      selectFirstOptionOnChange
      value={value ?? null}
      onChange={(key) => onPick(key ?? undefined)}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span className="job-option">
          <bdi>{names.get(option.value) ?? option.value}</bdi>
          <span className="mono dimmed">{option.value}</span>
        </span>
      )}
      nothingFoundMessage={t("instances.noSuchJob")}
      comboboxProps={{ transitionProps: { duration: 0 }, shadow: "md" }}
      maxDropdownHeight={320}
    />
  );
}
