import { Autocomplete, NativeSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { inputText } from "../../../ui/schema/schema-shape.ts";
import { type FieldProps, useForm } from "./form-context.ts";

const SHOWN = 20;
const REST_MS = 150;

export interface KeyInputProps {
  readonly label: string;
  readonly value: string;
  readonly isWorkflow: boolean;
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
  readonly onChange: (key: string) => void;
}

/** The key of a job or of a workflow, which is searched by its key or its name. */
export function KeyInput({
  label,
  value,
  isWorkflow,
  error,
  isDisabled = false,
  onChange,
}: KeyInputProps): ReactElement {
  const [search] = useDebouncedValue(value.trim(), REST_MS);
  const jobs = useApi(
    "listJobs",
    {
      query: {
        limit: SHOWN,
        ...(search !== "" && { search }),
        ...(isWorkflow && { work: "task" as const }),
      },
    },
    { keepPrevious: true },
  );
  const found = jobs.data?.items ?? [];
  const names = new Map(found.map(({ key, options }) => [key, options.name]));
  return (
    <Autocomplete
      size="xs"
      className="mono-input"
      label={label}
      value={value}
      error={error}
      disabled={isDisabled}
      onChange={onChange}
      data={found.map(({ key }) => key)}
      renderOption={({ option }) => (
        <span>
          <span className="mono">{option.value}</span>
          {names.get(option.value) !== option.value && (
            <span className="dimmed"> {names.get(option.value)}</span>
          )}
        </span>
      )}
      // The server has searched names too.
      filter={({ options }) => options}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

interface StoredFieldProps extends FieldProps {
  readonly isWorkflow: boolean;
}

export function StoredField({ label, pointer, value, isWorkflow, onChange }: StoredFieldProps): ReactElement {
  const { isDisabled, issues } = useForm();
  return (
    <KeyInput
      label={label}
      value={inputText(value)}
      isWorkflow={isWorkflow}
      error={issues.get(pointer)}
      isDisabled={isDisabled}
      onChange={onChange}
    />
  );
}

/** The version of a workflow: those that are kept are offered. */
export function VersionField({ label, hint, pointer, value, around, onChange }: FieldProps): ReactElement {
  const { t } = useTranslation();
  const { isDisabled, issues } = useForm();
  const key = inputText(around["key"]);
  const versions = useApi("listScriptVersions", { path: { key } }, { enabled: key !== "" });
  const known = (versions.data?.items ?? []).map(({ version }) => String(version));
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
        { value: "", label: t("inspector.unset") },
        ...(chosen === "" || known.includes(chosen) ? [] : [chosen]),
        ...known,
      ]}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === "" ? undefined : Number(currentTarget.value))
      }
    />
  );
}
