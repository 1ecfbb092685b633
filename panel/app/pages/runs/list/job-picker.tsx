import { CloseButton, InputBase } from "@mantine/core";
import { ChevronsUpDown } from "lucide-react";
import { type ComponentType, type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { JobSearchProps } from "./job-search.tsx";

export type JobPickerProps = Omit<JobSearchProps, "begun">;

/** One job of many. What searches for it is loaded when somebody is in the field: most look at the list without it. */
export function JobPicker(props: JobPickerProps): ReactElement {
  const [Search, setSearch] = useState<ComponentType<JobSearchProps> | null>(null);
  const [begun, setBegun] = useState<JobSearchProps["begun"]>(null);
  if (Search !== null) return <Search {...props} begun={begun} />;
  const load = (): void => {
    // Without a connection it is loaded when the field is next entered.
    import("./job-search.tsx").then(
      ({ JobSearch }) => setSearch(() => JobSearch),
      () => {},
    );
  };
  return <Field {...props} begun={begun} onBegun={setBegun} onEntered={load} />;
}

interface FieldProps extends JobSearchProps {
  readonly onBegun: (begun: JobSearchProps["begun"]) => void;
  readonly onEntered: () => void;
}

/** The field that stands there until then, and keeps the text that is typed meanwhile. */
function Field({ value, onPick, begun, onBegun, onEntered }: FieldProps): ReactElement {
  const { t } = useTranslation();
  return (
    <InputBase
      size="xs"
      className="job-picker"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      aria-label={t("instances.job")}
      placeholder={t("instances.anyJob")}
      value={begun?.typed ?? value ?? ""}
      onChange={({ currentTarget }) => onBegun({ typed: currentTarget.value, isEntered: false })}
      onFocus={({ currentTarget }) => {
        onBegun({ typed: value ?? "", isEntered: false });
        onEntered();
        currentTarget.select();
      }}
      onBlur={() => onBegun(null)}
      onKeyDown={({ key }) => {
        if (key === "Enter" && begun !== null && begun.typed !== (value ?? ""))
          onBegun({ ...begun, isEntered: true });
      }}
      rightSectionPointerEvents={value === undefined ? "none" : "all"}
      rightSection={
        value === undefined ? (
          <ChevronsUpDown size={12} aria-hidden="true" />
        ) : (
          <CloseButton size="xs" aria-label={t("instances.anyJob")} onClick={() => onPick(undefined)} />
        )
      }
    />
  );
}
