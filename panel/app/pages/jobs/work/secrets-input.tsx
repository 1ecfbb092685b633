import { TagsInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { useMay } from "../../../session/use-may.ts";
import { FIELD } from "./work-fields-props.ts";

export interface SecretsInputProps {
  /** Whose secrets are offered. */
  readonly app: string;
  readonly value: readonly string[];
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly onChange: (names: readonly string[]) => void;
}

/** Which of its app's secrets a program gets: chosen among those that there are, or named before they are. */
export function SecretsInput({
  app,
  value,
  error,
  disabled = false,
  onChange,
}: SecretsInputProps): ReactElement {
  const { t } = useTranslation();
  const secrets = useApi("listSecrets", { query: { app } }, { enabled: useMay("secrets:read") });
  return (
    <TagsInput
      size="xs"
      {...FIELD}
      label={t("workForm.secrets")}
      description={t("workForm.secretsHint")}
      error={error}
      disabled={disabled}
      value={[...value]}
      onChange={onChange}
      data={secrets.data?.items.map(({ name }) => name) ?? []}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}
